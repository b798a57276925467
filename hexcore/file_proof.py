"""A small reader of SQLite's page layout: every byte of a game file accounted for.

The rows of a game file carry proofs of what they say. This module proves the rest: the database header, the
headers and cell pointers of pages, cells and records in their one canonical form, pages that overflow, free
pages, and that bytes not in use are zero. The layout is that of https://www.sqlite.org/fileformat2.html,
sections 1.3 (header), 1.5 (free pages), 1.6 (b-trees), 1.7 (overflow) and 2.1 (records).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

LEAF, INTERIOR = 0x0D, 0x05
"""The two kinds of pages of tables; a game file has no index."""
HEADER = 100
"""The bytes of the database header, with which page 1 begins."""
MAGIC = b"SQLite format 3\x00"
FIXED: Mapping[int, tuple[bytes, str]] = {
    0: (MAGIC, "the words SQLite format 3"),
    18: (b"\x01\x01", "the versions for writing and reading"),
    20: (b"\x00", "the reserved space of a page"),
    21: (b"\x40\x20\x20", "the fractions of a payload"),
    44: (b"\x00\x00\x00\x04", "the schema format"),
    48: (b"\x00\x00\x00\x00", "the size of the cache"),
    52: (b"\x00\x00\x00\x00", "the largest root page"),
    56: (b"\x00\x00\x00\x01", "the text encoding"),
    64: (b"\x00\x00\x00\x00", "incremental vacuum"),
    72: (b"\x00" * 20, "the bytes reserved for later"),
}
"""What stands in the header of every game file."""
Row = tuple[int, Sequence[object]]
"""The rowid and the values of a row."""


class Finding(NamedTuple):
    """Something wrong: on which page, at which byte of the file, and what. `harmless`: no content differs."""

    page: int
    offset: int
    what: str
    harmless: bool = False

    def __str__(self) -> str:
        return f"page {self.page}, byte {self.offset} of the file: {self.what}"


class Expected(NamedTuple):
    """What the file says about itself under proof: its tables by name and SQL, and SQLite's own numbers."""

    schema: Mapping[str, str]
    application: int
    version: int
    library: int
    cookies: tuple[int, ...]


class Cell(NamedTuple):
    """A cell of a page of a table: where it lies, its length, its rowid, its payload or its child page."""

    start: int
    length: int
    rowid: int
    payload: bytes = b""
    child: int = 0


def header_findings(header: bytes, size: int) -> Iterator[Finding]:
    """What is wrong with the header of a file of *size* bytes, where all files are alike."""
    if len(header) < HEADER:
        yield Finding(1, 0, "the file is cut short")
        return
    for offset, (wanted, what) in FIXED.items():
        found = header[offset : offset + len(wanted)]
        at = next((n for n, (a, b) in enumerate(zip(found, wanted, strict=True)) if a != b), None)
        if at is not None:
            yield Finding(1, offset + at, f"{what} do not stand there")
    page_size, pages = int.from_bytes(header[16:18]), int.from_bytes(header[28:32])
    if page_size < 512 or page_size & (page_size - 1):
        yield Finding(1, 16, f"{page_size} is no size of a page")
    elif pages * page_size != size:
        yield Finding(1, 28, f"{pages} pages of {page_size} bytes are not the {size} bytes of the file")
    if header[24:28] != header[92:96]:
        yield Finding(1, 24, "the counter of changes and the change the header is valid for differ")


class Pages:
    """The pages of one file; `findings` grows while they are walked."""

    def __init__(self, data: bytes, expected: Expected) -> None:
        self.data, self.expected = data, expected
        self.size = int.from_bytes(data[16:18])
        self.count = len(data) // self.size
        self.findings: list[Finding] = []
        self.used: set[int] = {1}

    # -------------------------------------------------------------- the whole file
    def prove(self) -> list[Finding]:
        """Everything that is wrong with the file, in the order in which it was come upon."""
        self._header()
        if self.size < 512 or self.count * self.size != len(self.data):
            return self.findings
        roots = self._schema()
        for name, root in roots.items():
            columns = self.expected.schema[name].count(",") + 1
            if self._take(root, 0, f"the root of table {name}"):
                self._tree(root, name, columns)
        self._free_pages()
        for page in range(1, self.count + 1):
            if page not in self.used:
                self._tell(page, 0, "nothing in the file leads to this page")
        return self.findings

    def _tell(self, page: int, offset: int, what: str, *, harmless: bool = False) -> None:
        """*offset* is counted from the beginning of the page."""
        self.findings.append(Finding(page, (page - 1) * self.size + offset, what, harmless))

    def _page(self, page: int) -> bytes:
        return self.data[(page - 1) * self.size : page * self.size]

    def _take(self, page: int, from_page: int, what: str) -> bool:
        """A page that something leads to, once only."""
        if 2 <= page <= self.count and page not in self.used:
            self.used.add(page)
            return True
        self._tell(max(from_page, 1), 0, f"page {page} cannot be {what}")
        return False

    def _header(self) -> None:
        data, wanted = self.data, self.expected
        self.findings.extend(header_findings(data[:HEADER], len(data)))
        for offset, what, values in (
            (40, "the number of the schema", wanted.cookies),
            (60, "the format of the file", (wanted.version,)),
            (68, "the mark of a game file", (wanted.application,)),
            (96, "the version of SQLite", (wanted.library,)),
        ):
            found = int.from_bytes(data[offset : offset + 4])
            if found not in values:
                self._tell(1, offset, f"{what} is {found}, not {values[0]}")

    def _schema(self) -> dict[str, int]:
        """The root page of each table. The words of the schema are known to the letter."""
        roots, missing = dict[str, int](), dict(self.expected.schema)
        for _, values in self._tree(1, "sqlite_schema", 5, own_id=False):
            kind, name, table, root, sql = values
            if missing.pop(str(name), None) != sql or table != name or kind != _kind(str(sql)):
                self._tell(1, HEADER, f"the schema has other words for {name!r}")
            elif kind == "table" and isinstance(root, int):
                roots[str(name)] = root
            elif root != 0:
                self._tell(1, HEADER, f"the view {name!r} has a page")
        for name in missing:
            self._tell(1, HEADER, f"the schema lacks {name!r}")
        return roots

    # -------------------------------------------------------------- the pages of a table
    def _tree(self, page: int, table: str, columns: int, *, own_id: bool = True) -> list[Row]:
        """The rows in and beneath a page, every one in order and in its one form."""
        raw = self._page(page)
        start = HEADER if page == 1 else 0
        if raw[start] not in (LEAF, INTERIOR):
            self._tell(page, start, f"this is no page of table {table}")
            return []
        leaf = raw[start] == LEAF
        cells = self._cells(page, raw, start, leaf)
        if leaf:
            rows = [(c.rowid, self._record(page, c, table, columns, own_id=own_id)) for c in cells]
        else:
            last = int.from_bytes(raw[start + 8 : start + 12])
            rows = self._children(page, cells, last, table, columns)
        for (one, _), (other, _) in pairwise(rows):
            if one >= other:
                self._tell(page, start, f"rows {one} and {other} of {table} are not in order")
        return rows

    def _children(self, page: int, cells: list[Cell], last: int, table: str, columns: int) -> list[Row]:
        """The rows beneath an interior page: its cells lead to all its children but the *last*."""
        rows = list[Row]()
        for cell in cells:
            rows += self._beneath(cell.child, page, table, columns)
            if not rows or rows[-1][0] != cell.rowid:
                harmless = bool(rows) and rows[-1][0] < cell.rowid
                told = f"the key of a page of {table} is not its last"
                self._tell(page, cell.start, told, harmless=harmless)
        return rows + self._beneath(last, page, table, columns)

    def _beneath(self, child: int, page: int, table: str, columns: int) -> list[Row]:
        if not self._take(child, page, f"a page of table {table}"):
            return []
        return self._tree(child, table, columns)

    def _cells(self, page: int, raw: bytes, start: int, leaf: bool) -> list[Cell]:
        """The cells of a page; every other byte of the page is proved on the way."""
        pointers = start + (8 if leaf else 12)
        number = int.from_bytes(raw[start + 3 : start + 5])
        content = int.from_bytes(raw[start + 5 : start + 7]) or 65536
        end = pointers + 2 * number
        if not end <= content <= self.size:
            self._tell(page, start + 3, "the cells do not fit on the page")
            return []
        self._zeros(page, raw, end, content)
        cells, spans = list[Cell](), list[tuple[int, int]]()
        for at in range(pointers, end, 2):
            place = int.from_bytes(raw[at : at + 2])
            cell = self._cell(page, raw, place, leaf) if content <= place < self.size else None
            if cell is None:
                self._tell(page, at, "a pointer that leads to no cell")
                continue
            cells.append(cell)
            spans.append((cell.start, cell.length))
        spans += self._free_blocks(page, raw, int.from_bytes(raw[start + 1 : start + 3]), content)
        self._fragments(page, raw, start, content, sorted(spans))
        return cells

    def _free_blocks(self, page: int, raw: bytes, at: int, content: int) -> list[tuple[int, int]]:
        """The chain of blocks on a page that deleted rows have left."""
        spans = list[tuple[int, int]]()
        while at:
            length = int.from_bytes(raw[at + 2 : at + 4])
            if not content <= at < self.size - 3 or length < 4 or at + length > self.size:
                self._tell(page, at % self.size, "a free block that does not fit on the page")
                break
            spans.append((at, length))
            self._zeros(page, raw, at + 4, at + length)
            following = int.from_bytes(raw[at : at + 2])
            if following and following <= at + length:
                self._tell(page, at, "the free blocks are not in order")
                break
            at = following
        return spans

    def _fragments(
        self, page: int, raw: bytes, start: int, content: int, spans: Sequence[tuple[int, int]]
    ) -> None:
        """The bytes between cells and free blocks: as many as the header of the page says."""
        at, left = content, 0
        for place, length in (*spans, (self.size, 0)):
            if place < at:
                self._tell(page, place, "two cells lie over each other")
                return
            self._zeros(page, raw, at, place)
            left += place - at
            at = place + length
        if left != raw[start + 7]:
            told = f"{left} bytes belong to no cell, and the page tells of {raw[start + 7]}"
            self._tell(page, start + 7, told)

    def _zeros(self, page: int, raw: bytes, begin: int, end: int) -> None:
        used = raw[begin:end].strip(b"\x00") if begin < end else b""
        if used:
            at = begin + raw[begin:end].index(used)
            self._tell(page, at, "bytes that are not in use are not zero", harmless=True)

    # -------------------------------------------------------------- cells
    def _cell(self, page: int, raw: bytes, at: int, leaf: bool) -> Cell | None:
        """The cell at a place on a page, with all of its payload; None when none can lie there."""
        if not leaf:
            rowid, end = _varint(raw, at + 4)
            return Cell(at, end - at, rowid, child=int.from_bytes(raw[at : at + 4])) if end else None
        length, after = _varint(raw, at)
        rowid, begin = _varint(raw, after) if after else (0, 0)
        local = self._local(length)
        end = begin + local + (4 if local < length else 0)
        if not begin or end > self.size or length > len(self.data):
            return None
        payload = raw[begin : begin + local]
        if local < length:
            payload += self._overflow(int.from_bytes(raw[end - 4 : end]), length - local, page)
        return Cell(at, end - at, rowid, payload)

    def _local(self, length: int) -> int:
        """How many bytes of a payload lie on the page itself, by the formula of section 1.6."""
        if length <= self.size - 35:
            return length
        least = (self.size - 12) * 32 // 255 - 23
        most = least + (length - least) % (self.size - 4)
        return most if most <= self.size - 35 else least

    def _overflow(self, page: int, length: int, from_page: int) -> bytes:
        """The rest of a payload, on pages of its own."""
        found = b""
        while length > 0:
            if not self._take(page, from_page, "the rest of a row"):
                return found
            raw, part = self._page(page), min(length, self.size - 4)
            found += raw[4 : 4 + part]
            self._zeros(page, raw, 4 + part, self.size)
            length -= part
            from_page, page = page, int.from_bytes(raw[:4])
        if page:
            self._tell(from_page, 0, f"a row ends here, and page {page} is named as the rest of it")
        return found

    def _record(self, page: int, cell: Cell, table: str, columns: int, *, own_id: bool) -> Sequence[object]:
        """The values of a row, which must be written as SQLite writes them, and in no other way."""
        try:
            values = decoded(cell.payload)
        except (ValueError, IndexError):
            self._tell(page, cell.start, f"row {cell.rowid} of {table} is no record")
            return (None,) * columns
        if encoded(values) != cell.payload or len(values) != columns or (own_id and values[0] is not None):
            self._tell(page, cell.start, f"row {cell.rowid} of {table} is not written as it ought to be")
        return values if len(values) == columns else (None,) * columns

    # -------------------------------------------------------------- free pages
    def _free_pages(self) -> None:
        """Pages that nothing uses any more, in their chain: empty, for what is deleted is overwritten."""
        trunk, told, found = int.from_bytes(self.data[32:36]), int.from_bytes(self.data[36:40]), 0
        before = 1
        while trunk:
            if not self._take(trunk, before, "a free page"):
                return
            raw, before = self._page(trunk), trunk
            number = int.from_bytes(raw[4:8])
            if number > self.size // 4 - 2:
                self._tell(trunk, 4, "so many free pages cannot be listed here")
                return
            for at in range(8, 8 + 4 * number, 4):
                leaf = int.from_bytes(raw[at : at + 4])
                if self._take(leaf, trunk, "a free page"):
                    self._zeros(leaf, self._page(leaf), 0, self.size)
            self._zeros(trunk, raw, 8 + 4 * number, self.size)
            found += number + 1
            trunk = int.from_bytes(raw[:4])
        if found != told:
            self._tell(1, 36, f"there are {found} free pages, and the header tells of {told}")


def _kind(sql: str) -> str:
    return "view" if sql.startswith("CREATE VIEW") else "table"


# ------------------------------------------------------------------ records (section 2.1)
def _varint(raw: bytes, at: int) -> tuple[int, int]:
    """A variable-length number and where it ends; at 0 when it is cut short or longer than it need be."""
    value = 0
    for n, byte in enumerate(raw[at : at + 8]):
        value = value << 7 | byte & 0x7F
        if byte < 0x80:
            return (value, at + n + 1) if n == 0 or value >> (7 * n) else (0, 0)
    return 0, 0


def _written(value: int) -> bytes:
    """A number as a varint."""
    found = bytes([value & 0x7F])
    while value := value >> 7:
        found = bytes([value & 0x7F | 0x80]) + found
    return found


WIDTHS = (0, 1, 2, 3, 4, 6, 8)
"""The bytes of a whole number, by its type in a record."""


def decoded(payload: bytes) -> list[object]:
    """The values of a record: None, whole numbers, texts. ValueError for anything else."""
    length, at = _varint(payload, 0)
    end, values = length, list[object]()
    if not at or length > len(payload):
        raise ValueError("no record")
    while at < length:
        kind, at = _varint(payload, at)
        if not at or at > length:
            raise ValueError("no record")
        if kind in (8, 9) or kind == 0:
            values.append(None if kind == 0 else kind - 8)
            continue
        width = WIDTHS[kind] if kind <= 6 else (kind - 13) // 2
        if kind in (7, 10, 11) or (kind >= 12 and not kind % 2) or end + width > len(payload):
            raise ValueError("a value of another kind")
        part = payload[end : end + width]
        values.append(int.from_bytes(part, signed=True) if kind <= 6 else part.decode("utf-8"))
        end += width
    if end != len(payload):
        raise ValueError("something is left over")
    return values


def encoded(values: Sequence[object]) -> bytes:
    """A record as SQLite writes it."""
    kinds, body = b"", b""
    for value in values:
        if value is None or value == 0 or value == 1:
            kinds += bytes([0 if value is None else 8 + int(value)])
        elif isinstance(value, int):
            kind = next(n for n in range(1, 7) if -(1 << 8 * WIDTHS[n] - 1) <= value < 1 << 8 * WIDTHS[n] - 1)
            kinds, body = kinds + bytes([kind]), body + value.to_bytes(WIDTHS[kind], signed=True)
        else:
            text = str(value).encode("utf-8")
            kinds, body = kinds + _written(13 + 2 * len(text)), body + text
    head = len(kinds) + 1
    if head > 0x7F:
        head += 1
    return _written(head) + kinds + body
