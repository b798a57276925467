"""Nothing acknowledged is lost: killed processes, full disks, files and folders that cannot be written."""

from __future__ import annotations

import json
import os
import random
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import hill
import pytest
from game_hands import begun, play

from hexcore.actions import PutDown, Take
from hexcore.game_damage import damage
from hexcore.gamefile import GameFile, GameFileError, read_record
from hexcore.journal_text import verify

pytestmark = [
    pytest.mark.usefixtures("small_rulesets"),
    pytest.mark.skipif(os.name != "posix", reason="signals and limits of a POSIX system"),
]
MAIN = "import sys; from hexcore.cli import main; sys.exit(main())"
TAKE, PUT_DOWN = '{"kind": "take", "unit": "1-guards"}', '{"kind": "put-down"}'
NONSENSE = '{"kind": "choose", "option": "7"}'
AT_ONCE = 60
"""So many actions are fed at once, so that a process is writing nearly all the time."""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "g.hexgame"
    begun(path, hill.RULESET).close()
    return path


# ------------------------------------------------------------------ killed
class Feeder:
    """Feeds `hexcore do FILE -` with actions, counts what it acknowledges, and kills it."""

    def __init__(self, path: Path, environment: Mapping[str, str]) -> None:
        self.path, self.environment = path, environment
        self.journal = path.with_name(f"{path.name}-journal")
        self.acknowledged, self.inside = 0, 0

    def kill_once(self, source: random.Random, *, aimed: bool) -> None:
        """One process, killed at a random moment, or when it is seen to be inside a write."""
        words = ("do", str(self.path), "-")
        child = subprocess.Popen(
            [sys.executable, "-c", MAIN, *words],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=dict(self.environment),
        )  # fmt: skip
        assert child.stdin is not None and child.stdout is not None
        feed = [PUT_DOWN if (self.acknowledged + n) % 2 else TAKE for n in range(AT_ONCE)]
        child.stdin.write(("\n".join(feed) + "\n").encode())
        child.stdin.flush()
        assert child.stdout.readline(), "it dies before its first answer"
        time.sleep(source.uniform(0, 0.05))
        deadline = time.monotonic() + 2
        while aimed and not self.journal.exists() and time.monotonic() < deadline:
            pass
        os.kill(child.pid, signal.SIGKILL)
        told = 1 + child.stdout.read().count(b"\n")
        child.wait()
        child.stdin.close()
        child.stdout.close()
        self.inside += self.journal.exists()  # it is dead: what lies there now lay there when it was killed
        self._check(told)

    def _check(self, told: int) -> None:
        self.acknowledged += told
        lines = read_record(self.path).lines
        assert len(lines) in (self.acknowledged, self.acknowledged + 1), "an acknowledged action is missing"
        self.acknowledged = len(lines)  # one more may be on disk and not yet told
        with GameFile.open(self.path) as file:
            assert len(file.game.journal) == len(lines)
        assert damage(self.path) == []


def killed(path: Path, environment: Mapping[str, str], times: int) -> Feeder:
    feeder, source = Feeder(path, environment), random.Random(7)
    for n in range(times):
        feeder.kill_once(source, aimed=n % 4 != 0)
    assert verify(read_record(path)).state.hash == read_record(path).lines[-1].hash
    print(f"\n{times} kills, {feeder.inside} inside a write, {feeder.acknowledged} actions")
    return feeder


def test_twelve_kills_lose_nothing(path: Path, installed_rulesets: Mapping[str, str]) -> None:
    assert killed(path, installed_rulesets, 12).inside >= 1


@pytest.mark.soak
def test_two_hundred_kills_lose_nothing(installed_rulesets: Mapping[str, str]) -> None:
    with tempfile.TemporaryDirectory(dir=Path.home()) as folder:  # a real disk, where /tmp may be memory
        path = Path(folder) / "g.hexgame"
        begun(path, hill.RULESET).close()
        assert killed(path, installed_rulesets, 200).inside >= 100


def test_an_acknowledgement_is_one_line_after_the_commit(
    path: Path, installed_rulesets: Mapping[str, str]
) -> None:
    done = subprocess.run(
        [sys.executable, "-c", MAIN, "do", str(path), "-"],
        input=f"{TAKE}\n{PUT_DOWN}\n{TAKE}\n{NONSENSE}\n", capture_output=True, text=True,
        env=dict(installed_rulesets), check=False,
    )  # fmt: skip
    assert done.returncode == 2 and done.stderr.count("\n") == 1
    assert [line.partition(":")[0] for line in done.stdout.splitlines()] == ["1", "2", "3"]
    assert len(read_record(path).lines) == 3


# ------------------------------------------------------------------ no room
def up_and_down(file: GameFile, times: int) -> None:
    for n in range(times):
        file.submit(PutDown() if n % 2 else Take(("1-guards",)))


def several(folder: Path, count: int) -> None:
    for n in range(count):
        begun(folder / f"{n}.hexgame", hill.RULESET).close()


def test_a_full_disk_is_told_and_nothing_has_happened(path: Path) -> None:
    with GameFile.open(path) as file:
        (pages,) = file._db.execute("PRAGMA page_count").fetchone()
        file._db.execute(f"PRAGMA max_page_count = {pages}")
        with pytest.raises(GameFileError, match="nothing was written: the disk is full"):
            up_and_down(file, 500)
        state, count = file.game.state, len(file.game.journal)
        assert len(read_record(path).lines) == count
        assert damage(path) == []
        file._db.execute(f"PRAGMA max_page_count = {pages + 50}")
        assert file.game.state == state
        play(file, 1)
        assert len(file.game.journal) == count + 1
    assert verify(read_record(path))


def test_a_limit_on_the_size_of_files_is_told(path: Path, installed_rulesets: Mapping[str, str]) -> None:
    size = path.stat().st_size

    def limited() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))

    done = subprocess.run(
        [sys.executable, "-c", MAIN, "do", str(path), "-"],
        input=f"{TAKE}\n{PUT_DOWN}\n" * 100, capture_output=True, text=True,
        env=dict(installed_rulesets), check=False, preexec_fn=limited,
    )  # fmt: skip
    assert done.returncode == 2, done.stderr
    assert done.stderr.count("\n") == 1 and "nothing was written" in done.stderr
    assert len(read_record(path).lines) == done.stdout.count("\n") > 0
    assert damage(path) == []
    with GameFile.open(path) as file:
        play(file, 3)


def test_a_small_disk_that_runs_full(installed_rulesets: Mapping[str, str], tmp_path: Path) -> None:
    small = tmp_path / "small"
    small.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=256k", "tmpfs", str(small)], capture_output=True, check=False
    )
    if mounted.returncode:
        pytest.skip("no right to mount a small disk")
    try:
        path = small / "g.hexgame"
        begun(path, hill.RULESET).close()
        with GameFile.open(path) as file:
            with pytest.raises(GameFileError, match="nothing was written"):
                up_and_down(file, 4000)
            count = len(file.game.journal)
        assert len(read_record(path).lines) == count > 20
        assert damage(path) == []
        with pytest.raises(GameFileError, match=r"full|No space"):
            several(small, 9)
        assert not list(small.glob(".*"))
    finally:
        subprocess.run(["umount", str(small)], check=False)


# ------------------------------------------------------------------ not to be written
@pytest.fixture
def read_only_folder() -> Iterator[Callable[[int, int], Path]]:
    """A game whose folder and file have certain rights, as a user sees it who is not root."""
    folder = Path(tempfile.mkdtemp())
    path = folder / "g.hexgame"
    with begun(path, hill.RULESET) as file:
        play(file, 4)
    before = os.geteuid()

    def with_rights(of_folder: int, of_file: int) -> Path:
        path.chmod(of_file)
        folder.chmod(of_folder)
        if before == 0:
            os.seteuid(65534)
        return path

    yield with_rights
    os.seteuid(before)
    folder.chmod(0o755)
    shutil.rmtree(folder)


@pytest.mark.parametrize(("folder", "file"), [(0o755, 0o444), (0o555, 0o666), (0o555, 0o444)])
def test_what_cannot_be_written_can_be_read(
    read_only_folder: Callable[[int, int], Path],
    answer: Callable[..., Any],
    mistake: Callable[..., str],
    folder: int,
    file: int,
) -> None:
    path = read_only_folder(folder, file)
    hash = answer("show", path)["hash"]
    legal = answer("legal", path)
    assert legal and answer("export", path)[-1]["hash"] == hash
    assert answer("replay", path, "--verify")["hash"] == hash
    assert answer("doctor", path)["damage"] == []
    for command in (("do", path, json.dumps(legal[0])), ("bookmark", path, "b"), ("branch", path, "b")):
        told = mistake(*command)
        assert "nothing was written: the file or its folder is read-only" in told
    assert answer("show", path)["hash"] == hash


# ------------------------------------------------------------------ two at once
def test_of_two_writers_the_second_is_told_and_nothing_is_lost(path: Path) -> None:
    told = 0
    with GameFile.open(path) as one, GameFile.open(path) as other:
        for n in range(6):
            first, second = (one, other) if n % 2 == 0 else (other, one)
            first.submit(first.game.legal_actions()[0])
            before = second.game.state
            with pytest.raises(GameFileError, match="another program has played on"):
                second.submit(second.game.legal_actions()[0])
            assert second.game.state is before
            told += 1
            if second is other:
                other.close()
                other = GameFile.open(path)
            else:
                one.close()
                one = GameFile.open(path)
        assert len(read_record(path).lines) == told == 6
        one.close()
        other.close()
