"""Other search engines, asked the same questions as ours in the same run."""

from cogi.evaluation.peers.base import Peer, PeerNotInstalled, UnknownPeer, load_peer

__all__ = ["Peer", "PeerNotInstalled", "UnknownPeer", "load_peer"]
