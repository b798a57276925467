"""The tree of a game file: every answer ever given, the branches through it, and where each one stands.

Lines are never changed: undo moves a branch's head back, and what was taken back stays as a side line.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from hexcore.record import Header, Line, Record, Secret, header_form

MAIN = "main"
"""The branch that is the game; every other one is a what-if."""

_plain = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


def proof_of(*parts: object) -> str:
    """A hash of plain data. TypeError when it is not plain, as a damaged row may be."""
    text = _plain(parts)
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()


def root_proof(header: Header) -> str:
    """What the chain of proofs begins with: lines belong to their header."""
    return proof_of("header", header_form(header))


class Node(NamedTuple):
    """One line in the tree. `parent` is the id of the line before it, 0 at the beginning."""

    id: int
    parent: int
    line: Line
    branch: str
    proof: str

    @property
    def settled(self) -> bool:
        """Whether somebody was asked after it: it is no place among dice that fell at once."""
        return bool(self.line.hash)


class Branch(NamedTuple):
    """A way through the tree up to its `head`. `forward` is how far `redo` goes, 0 for nowhere.

    A what-if left the main line at `base`; its dice come from `seed`, None where they are typed in.
    """

    name: str
    head: int = 0
    forward: int = 0
    base: int = 0
    seed: int | None = None
    made: str = ""
    current: bool = False


class Bookmark(NamedTuple):
    """A named place of the main line: after its line, 0 for the beginning."""

    name: str
    line: int
    text: str


@dataclass
class Tree:
    """Lines by id, in the order they were given, and branches by name."""

    nodes: dict[int, Node] = field(default_factory=dict)
    branches: dict[str, Branch] = field(default_factory=lambda: {MAIN: Branch(MAIN, current=True)})

    @property
    def current(self) -> Branch:
        return next(branch for branch in self.branches.values() if branch.current)

    @property
    def newest(self) -> int:
        """The id of the line given last, 0 when there is none."""
        return next(reversed(self.nodes), 0)

    def path(self, head: int) -> list[Node]:
        """The lines from the beginning to a head."""
        found = []
        while head:
            node = self.nodes[head]
            found.append(node)
            head = node.parent
        return found[::-1]

    def onward(self, head: int, tip: int) -> list[Node]:
        """The lines after a head on the way to a tip; none when it does not lie that way."""
        found = []
        while tip > head:
            node = self.nodes[tip]
            found.append(node)
            tip = node.parent
        return found[::-1] if tip == head else []

    def again(self, parent: int, branch: str, line: Line) -> Node | None:
        """The same answer already given at the same place on a branch."""
        if parent == self.newest:
            return None
        children = (node for node in self.nodes.values() if node.parent == parent and node.branch == branch)
        return next((node for node in children if node.line == line), None)

    def of(self, branch: str) -> Iterator[Node]:
        """The lines given on a branch, side lines among them."""
        return (node for node in self.nodes.values() if node.branch == branch)


class Kept(NamedTuple):
    """Everything a game file keeps, but its snapshots. Secrets are known by the id of their line."""

    header: Header
    tree: Tree
    secrets: dict[int, Secret]
    bookmarks: dict[str, Bookmark]
    remarks: dict[str, str]

    def record(self, path: list[Node]) -> Record:
        """The record of a way through the tree, with the secrets known on it."""
        known = {node.line.n: self.secrets[node.id] for node in path if node.id in self.secrets}
        return Record(self.header, [node.line for node in path], known)


def grown(root: str, parent: Node | None, id: int, line: Line, branch: str) -> Node:
    """A line put into the tree after another one, with its proof."""
    before, origin = (parent.proof, parent.id) if parent is not None else (root, 0)
    action = json.dumps(line.action)
    return Node(id, origin, line, branch, line_proof(before, id, origin, line, action, branch))


def line_proof(before: str, id: int, parent: int, line: Line, action: str, branch: str) -> str:
    """What a line's content and all that led to it come to."""
    rest = (line.n, line.side, action, line.hash, line.barrier, line.turn, line.phase, branch)
    events = (line.events,) if line.events else ()  # so a line of format 2 keeps its proof
    return proof_of(before, id, parent, *rest, *events)


def straight(header: Header, lines: Iterable[Line], secrets: Mapping[int, Secret]) -> Kept:
    """A record as a tree with nothing but a main line: the ids of its lines are their numbers."""
    root, nodes, last = root_proof(header), dict[int, Node](), None
    for line in lines:
        last = nodes[line.n] = grown(root, last, line.n, line, MAIN)
    head = last.id if last is not None else 0
    tree = Tree(nodes, {MAIN: Branch(MAIN, head, current=True)})
    return Kept(header, tree, dict(secrets), {}, {})
