"""Chance is proved by counting bytes, not by rolling often; one seed gives the published numbers."""

from collections import Counter

import pytest

from companion.games.chance import Chance, commitment, uniform

SEED = bytes(range(32))


class Blocks:
    """Stands for the HMAC: hands out chosen blocks by number and keeps the messages it was asked for."""

    def __init__(self, *blocks):
        self.blocks = blocks
        self.asked = []

    def digest(self, key, message, method):
        assert (key, method) == (SEED, "sha256")
        self.asked.append(message)
        return self.blocks[int.from_bytes(message[8:], "big")]


@pytest.fixture
def give(mocker):
    """Replaces the blocks that `uniform` reads by chosen ones."""

    def patch(*blocks):
        chosen = Blocks(*blocks)
        mocker.patch("companion.games.chance.hmac.digest", new=chosen.digest)
        return chosen

    return patch


def test_every_number_has_equally_many_first_bytes_that_give_it(give):
    for sides in range(1, 257):
        given = Counter()
        chosen = give()
        for byte in range(256):
            chosen.blocks, chosen.asked = (bytes([byte]), b"\0"), []
            number = uniform(SEED, 0, sides)
            given[number if len(chosen.asked) == 1 else "rejected"] += 1
        assert given.pop("rejected", 0) == 256 % sides
        assert given == dict.fromkeys(range(1, sides + 1), 256 // sides)


def test_an_accepted_byte_gives_its_remainder_plus_one(give):
    for byte, number in ((0, 1), (1, 2), (5, 6), (6, 1), (251, 6)):
        give(bytes([byte]))
        assert uniform(SEED, 0, 6) == number


def test_a_rejected_byte_leads_to_the_next_byte(give):
    chosen = give(bytes([255, 200, 207, 7, 8]))
    assert uniform(SEED, 0, 100) == 8
    assert len(chosen.asked) == 1


def test_a_rejected_block_leads_to_the_next_block_of_the_same_index(give):
    chosen = give(b"\xff" * 32, b"\xfe" * 32, b"\xfd" * 31 + b"\x03", b"\0" * 32)
    assert uniform(SEED, 258, 6) == 4
    assert chosen.asked == [bytes([0, 0, 0, 0, 0, 0, 1, 2, 0, 0, 0, block]) for block in range(3)]


def test_the_published_rolls_of_the_published_seed():
    assert [uniform(SEED, index, 6) for index in range(10)] == [6, 2, 2, 4, 3, 4, 2, 6, 3, 4]


def test_numbers_worked_out_with_openssl_where_every_second_byte_is_rejected():
    assert [uniform(SEED, index, 129) for index in range(10)] == [60, 33, 38, 112, 78, 111, 44, 126, 120, 23]


def test_one_side_is_always_one():
    assert {uniform(SEED, index, 1) for index in range(100)} == {1}


def test_each_seed_bit_counts():
    rolls = [uniform(SEED, index, 256) for index in range(8)]
    for bit in range(256):
        other = (int.from_bytes(SEED, "big") ^ (1 << bit)).to_bytes(32, "big")
        assert [uniform(other, index, 256) for index in range(8)] != rolls


@pytest.mark.parametrize("sides", [0, 257, -1, -6, 10**6])
def test_a_die_without_sides_or_with_more_than_a_byte_has_is_an_error(give, sides):
    give(b"\0")
    with pytest.raises(ValueError, match=r"1\.\.256"):
        uniform(SEED, 0, sides)


def test_the_commitment_is_the_sha_256_of_the_seed_bytes():
    assert commitment(SEED) == "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"


def test_a_chance_draws_the_numbers_of_its_seed_one_after_the_other():
    chance = Chance(SEED, 3)
    assert [chance.draw(6), chance.draw(129), chance.draw(1), chance.draw(6)] == [
        uniform(SEED, 3, 6),
        uniform(SEED, 4, 129),
        1,
        uniform(SEED, 6, 6),
    ]
    assert chance.index == 7


def test_a_refused_number_of_sides_uses_no_chance():
    chance = Chance(SEED)
    with pytest.raises(ValueError, match="sides"):
        chance.draw(0)
    assert chance.index == 0
