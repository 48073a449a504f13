"""The rules engine and the abstractions against second writings and enumeration."""
