"""What a classification's own headings stand for, as its notes say: further terms, what a family or a pregnancy has."""
