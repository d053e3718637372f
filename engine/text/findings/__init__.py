"""What clinicians write around a finding and in it: who has it, since when, what is done for it, what it comes with."""
