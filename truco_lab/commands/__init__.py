"""The sub-commands of `truco-lab`, one module each."""
