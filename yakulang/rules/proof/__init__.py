"""Proofs about conditions: what can never be true, whatever the hand, and what always is.

A proof is sound and far from complete: where nothing is proved, nothing is said. A condition is split into
alternatives of simple phrases (`terms`), and each is tried in every *setting*: shape, closed or open, ron or tsumo
(`setting`). What the phrases leave of tiles, groups and numbers is narrowed until something has nowhere to be
(`narrow`).
"""

from yakulang.rules.proof.prover import Proof, Prover

__all__ = ["Proof", "Prover"]
