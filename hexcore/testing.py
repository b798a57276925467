"""For authors of rulesets, and a pytest plugin: conformance, perft, playthroughs.

    pytest --conformance my-game            every game of a ruleset that is installed (`all`: of each)
    pytest --check my-game                  `hexcore check` of one, as a test of the run (`all`: of each)

    def test_my_game_conforms(conforms):    the same in a test of one's own
        conforms(RULESET)

    def test_my_game_is_sound(checked):     `hexcore check` in a test of one's own
        checked(RULESET, fast=True)

    def test_a_known_game(golden):          a whole game against its golden text
        golden(Game.start(board), seated("random", board.sides, 1), Path("playthroughs/one.txt"))

`pytest --write-playthroughs` writes the golden texts anew. The marker `rule(ruleset, number)` names the rule
that a test plays. Importing this module imports neither pytest nor the engine.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

    from hexcore.conformance import Failure, conformance
    from hexcore.game import Game
    from hexcore.players import Player
    from hexcore.playthrough import perft, playthrough
    from hexcore.ruleset import Ruleset
    from hexcore.units import Side

_HOMES = {
    "Failure": "hexcore.conformance",
    "conformance": "hexcore.conformance",
    "perft": "hexcore.playthrough",
    "playthrough": "hexcore.playthrough",
}

__all__ = ["Failure", "conformance", "perft", "playthrough"]


def __getattr__(name: str) -> Any:
    """The helpers themselves, imported when first asked for: every run of pytest loads this module."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(_HOMES[name]), name)


def told(failures: list[Failure]) -> str:
    """Failures as text, each once."""
    return "\n".join(dict.fromkeys(str(failure) for failure in failures))


# ------------------------------------------------------------------ the pytest plugin
def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("hexcore", "wargame rulesets")
    group.addoption(
        "--conformance",
        action="append",
        default=[],
        metavar="RULESET",
        help="also check this installed ruleset, one test a scenario (all: every one)",
    )
    group.addoption(
        "--check",
        action="append",
        default=[],
        metavar="RULESET",
        help="also check the data, play, tests and speed of this installed ruleset, as `hexcore check` does",
    )
    group.addoption("--check-fast", action="store_true", help="break games off and measure once")
    group.addoption(
        "--write-playthroughs", action="store_true", help="write golden playthroughs instead of comparing"
    )


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "rule(ruleset, number): a rule of a rulebook that this test plays")
    config.pluginmanager.register(_fixtures(), "hexcore fixtures")


def pytest_collection_modifyitems(session: pytest.Session, items: list[pytest.Item]) -> None:
    wanted = session.config.getoption("--conformance")
    if wanted:
        items.extend(_items(session, wanted))
    checked = session.config.getoption("--check")
    if checked:
        items.extend(_checks(session, checked))


def _fixtures() -> object:
    import pytest

    class Fixtures:
        @pytest.fixture
        def conforms(self) -> Callable[..., None]:
            """conforms(ruleset, seeds=..., scenarios=..., scale=...): fails with everything found."""
            return check_conformance

        @pytest.fixture
        def checked(self) -> Callable[..., None]:
            """checked(ruleset, fast=..., only=...): fails with every flaw that is not explained."""
            return check_ruleset

        @pytest.fixture
        def golden(self, request: pytest.FixtureRequest) -> Callable[..., None]:
            """golden(game, players, path, brief=False): fails with what differs from the golden text."""
            write = bool(request.config.getoption("--write-playthroughs"))

            def check(game: Game, players: dict[Side, Player], path: Path, brief: bool = False) -> None:
                from hexcore.playthrough import playthrough

                found = playthrough(game, players, path, write=write, brief=brief)
                assert not found, found

            return check

    return Fixtures()


def check_conformance(ruleset: Ruleset, **given: Any) -> None:
    """AssertionError with everything that does not hold of a ruleset."""
    from hexcore.conformance import conformance

    failures = conformance(ruleset, **given)
    assert not failures, told(failures)


def check_ruleset(ruleset: Ruleset, **given: Any) -> None:
    """AssertionError with every flaw of a ruleset that is not explained."""
    from hexcore.checkup import check

    flaws = [f"[{section.name}] {flaw}" for section in check(ruleset, **given) for flaw in section.flaws]
    assert not flaws, "\n".join(flaws)


def _checks(session: pytest.Session, wanted: list[str]) -> Iterator[pytest.Item]:
    """One test for every ruleset named."""
    import pytest

    from hexcore.ruleset import find, installed

    class Check(pytest.Item):
        def __init__(self, *, ruleset: Ruleset, **rest: Any) -> None:
            super().__init__(**rest)
            self.ruleset = ruleset

        def runtest(self) -> None:
            check_ruleset(self.ruleset, fast=bool(self.config.getoption("--check-fast")))

        def reportinfo(self) -> tuple[Path, int | None, str]:
            return self.ruleset.folder, None, self.name

        def repr_failure(self, excinfo: Any, style: Any = None) -> str:
            return str(excinfo.value)

    ids = [found.id for found in installed(load=False)] if "all" in wanted else wanted
    for id in ids:
        yield Check.from_parent(session, name=f"check[{id}]", ruleset=find(id))


def _items(session: pytest.Session, wanted: list[str]) -> Iterator[pytest.Item]:
    """One test for every scenario of the rulesets named on the command line."""
    import pytest

    from hexcore.ruleset import find, installed

    class Conformance(pytest.Item):
        def __init__(self, *, ruleset: Ruleset, scenario: str, **rest: Any) -> None:
            super().__init__(**rest)
            self.ruleset, self.scenario = ruleset, scenario

        def runtest(self) -> None:
            if not self.scenario:
                pytest.skip(f"{self.ruleset.id} is {self.ruleset.status}: there is nothing to play")
            check_conformance(self.ruleset, scenarios=[self.scenario])

        def reportinfo(self) -> tuple[Path, int | None, str]:
            return self.ruleset.folder, None, self.name

        def repr_failure(self, excinfo: Any, style: Any = None) -> str:
            return str(excinfo.value)

    ids = [found.id for found in installed(load=False)] if "all" in wanted else wanted
    for id in ids:
        ruleset = find(id)
        for scenario in ruleset.scenarios or ("",):
            name = f"conformance[{id}:{scenario}]"
            yield Conformance.from_parent(session, name=name, ruleset=ruleset, scenario=scenario)
