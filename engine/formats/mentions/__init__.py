"""Texts with mentions, and the answers to them: PubTator, BioC, tables."""
