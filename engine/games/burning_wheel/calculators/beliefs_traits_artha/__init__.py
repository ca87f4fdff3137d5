"""Beliefs, Instincts, traits and artha."""
