"""A seed made of the server's number and those of all seats: what was changed afterwards is told in a sentence."""

from __future__ import annotations

import hashlib
from pathlib import Path

import msgspec
import pytest

from ferrovia.engine.flow.definitions import Settings
from ferrovia.engine.flow.game import Game
from ferrovia.formats.save import VERSION, WITH_NUMBERS, Record, load, save
from ferrovia.formats.shared_seed import Contribution, SharedSeed, is_commitment, is_number, number_commitment
from ferrovia.formats.verification import verify
from ferrovia.titles.registry import title

NONCE = "00112233445566778899aabbccddeeff"


def of(player: str, number: str) -> Contribution:
    return Contribution(player, "opened", number, NONCE, number_commitment(number, NONCE))


SHARED = SharedSeed(
    "the server's",
    NONCE,
    number_commitment("the server's", NONCE),
    (of("Ada", "7"), of("Perché", "città"), Contribution("Carla", "none")),
)


def begun(shared: SharedSeed | None) -> Record:
    """A game of three that has begun from this seed, or from one that was drawn in one place."""
    seed = "7" if shared is None else shared.seed
    game = Game(title("1849"), Settings("1849", ("Ada", "Perché", "Carla"), seed, salt=NONCE))
    return msgspec.structs.replace(Record.of(game, [game.hash()]), shared_seed=shared)


def told(record: Record) -> list[str]:
    return [str(message) for message in verify(record).messages]


def test_the_seed_is_the_hash_of_netstrings_as_the_document_says() -> None:
    texts = (
        "ferrovia seed of all",
        "the server's",
        NONCE,
        "Ada",
        "7",
        NONCE,
        "Perché",
        "città",
        NONCE,
        "Carla",
        "",
        "",
    )
    text = "".join(f"{len(each.encode())}:{each}," for each in texts)
    assert hashlib.sha256(text.encode()).hexdigest() == SHARED.seed
    published = f"15:ferrovia number,1:7,32:{NONCE},"
    assert hashlib.sha256(published.encode()).hexdigest() == SHARED.contributions[0].commitment


def test_every_number_nonce_and_name_changes_the_seed() -> None:
    ada, *others = SHARED.contributions
    changed = [
        msgspec.structs.replace(SHARED, number="another"),
        msgspec.structs.replace(SHARED, nonce=NONCE[::-1]),
        msgspec.structs.replace(SHARED, contributions=(of("Ada", "8"), *others)),
        msgspec.structs.replace(SHARED, contributions=(msgspec.structs.replace(ada, nonce=NONCE[::-1]), *others)),
        msgspec.structs.replace(SHARED, contributions=(of("Ad", "a7"), *others)),
        msgspec.structs.replace(SHARED, contributions=(*others, ada)),
    ]
    assert len({SHARED.seed, *(each.seed for each in changed)}) == len(changed) + 1


def test_a_seed_of_all_numbers_verifies_and_survives_its_file(tmp_path: Path) -> None:
    record, file = begun(SHARED), tmp_path / "game.json"
    save(file, record)
    found = load(file)
    assert found.shared_seed == SHARED
    assert msgspec.json.decode(file.read_bytes())["version"] == WITH_NUMBERS
    verified = verify(found)
    assert (verified.ok, verified.numbers) == (True, True)


def test_a_file_without_numbers_is_as_it_was_and_claims_nothing(tmp_path: Path) -> None:
    record, file = begun(None), tmp_path / "game.json"
    save(file, record)
    data = msgspec.json.decode(file.read_bytes())
    assert data["version"] == VERSION
    assert "shared_seed" not in data
    verified = verify(load(file))
    assert (verified.ok, verified.numbers) == (True, None)


def test_a_changed_contribution_is_told() -> None:
    ada, *others = SHARED.contributions
    forged = msgspec.structs.replace(SHARED, contributions=(msgspec.structs.replace(ada, number="8"), *others))
    record = msgspec.structs.replace(begun(SHARED), shared_seed=forged)
    assert told(record) == [
        "The number of Ada is not the one that was committed to before the start.",
        "The seed is not the hash of the server's number and those of all seats.",
    ]


def test_a_swapped_number_of_the_server_is_told_even_where_the_seed_fits_it() -> None:
    swapped = msgspec.structs.replace(SHARED, number="one that suits the host")
    assert told(begun(swapped)) == ["The server's number is not the one that it committed to before the start."]


def test_a_missing_number_is_told_even_where_the_seed_fits_those_that_are_left() -> None:
    assert told(begun(msgspec.structs.replace(SHARED, contributions=SHARED.contributions[1:]))) == [
        "The number of Ada is missing."
    ]


@pytest.mark.parametrize("order", [(1, 0, 2), (0, 1, 2, 2)])
def test_numbers_of_others_or_in_another_order_are_told(order: tuple[int, ...]) -> None:
    contributions = tuple(SHARED.contributions[place] for place in order)
    assert told(begun(msgspec.structs.replace(SHARED, contributions=contributions))) == [
        "The numbers are not those of the players, one of each and in their order."
    ]


def test_a_forged_commitment_is_told() -> None:
    forged = msgspec.structs.replace(begun(SHARED), commitment="0" * 64)
    assert told(forged) == ["The seed is not the one that was committed to when the game began."]
    swapped = msgspec.structs.replace(SHARED, commitment="0" * 64)
    assert told(msgspec.structs.replace(begun(SHARED), shared_seed=swapped)) == [
        "The server's number is not the one that it committed to before the start."
    ]


def test_what_can_be_a_number() -> None:
    assert is_number("sette città", NONCE)
    for number, nonce in (("", NONCE), ("x" * 101, NONCE), ("a\nb", NONCE), ("7", ""), ("7", NONCE.upper())):
        assert not is_number(number, nonce)
    assert is_commitment("0" * 64)
    assert not is_commitment("0" * 63)
    assert not is_commitment("G" * 64)


def test_nothing_that_is_printed_holds_a_number() -> None:
    assert "città" not in repr(SHARED) + repr(SHARED.contributions) + repr(begun(SHARED))
    assert "the server's" not in repr(SHARED)
