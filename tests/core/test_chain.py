"""A chain shows where a record was changed, moved, removed or added."""

from dataclasses import replace

import pytest

from core.chain import START, Break, Fault, Head, Link, extend, find_break


def build(count: int) -> tuple[list[Link], Head]:
    links: list[Link] = []
    head = START
    for number in range(1, count + 1):
        content = {"position": number, "facts": {"sheet": number * 7, "name": "Łódź 👑"}}
        head = extend(head, content)
        links.append(Link(10 + number, number, head.digest, content))
    return links, head


def test_a_whole_chain_has_no_break() -> None:
    assert find_break([], START) is None
    for count in (1, 2, 9):
        links, head = build(count)
        assert head.length == count
        assert find_break(links, head) is None


def test_the_digest_is_what_anybody_can_compute() -> None:
    # printf "%064d\n%s" 0 '{"a":1,"b":"\u0141"}' | sha256sum
    assert extend(START, {"b": "Ł", "a": 1}) == Head(
        1, "b5f48e7ba987f85741693c2d7639b5c91aaa4e93f7c763cef5bd266ad6e58b72"
    )


@pytest.mark.parametrize("index", range(5))
def test_a_changed_record_is_found_where_it_stands(index: int) -> None:
    links, head = build(5)
    links[index] = replace(links[index], content={"position": index + 1, "facts": {"sheet": 0}})
    assert find_break(links, head) == Break(Fault.CHANGED, index + 1, links[index])


def test_a_record_changed_together_with_its_digest_breaks_the_next_one() -> None:
    links, head = build(3)
    forged = {"position": 2}
    links[1] = replace(links[1], content=forged, digest=extend(Head(1, links[0].digest), forged).digest)
    assert find_break(links, head) == Break(Fault.CHANGED, 3, links[2])


def test_a_last_record_changed_together_with_its_digest_breaks_the_head() -> None:
    links, head = build(3)
    links[2] = replace(links[2], digest=extend(Head(2, links[1].digest), {}).digest, content={})
    assert find_break(links, head) == Break(Fault.HEAD_CHANGED, 3)


def test_records_that_are_gone_are_found() -> None:
    links, head = build(6)
    assert find_break(links[1:], head) == Break(Fault.REMOVED, 1, links[1], 1)
    assert find_break(links[:2] + links[4:], head) == Break(Fault.REMOVED, 3, links[4], 2)
    assert find_break(links[:4], head) == Break(Fault.REMOVED_AT_END, 5, None, 2)
    assert find_break([], head) == Break(Fault.REMOVED_AT_END, 1, None, 6)


def test_a_record_that_is_gone_is_found_even_if_the_others_moved_up() -> None:
    links, head = build(4)
    moved = [links[0], *(replace(link, position=link.position - 1) for link in links[2:])]
    assert find_break(moved, head) == Break(Fault.CHANGED, 2, moved[1])


def test_two_records_that_changed_places_are_found() -> None:
    links, head = build(4)
    swapped = [links[0], replace(links[2], position=2), replace(links[1], position=3), links[3]]
    assert find_break(swapped, head) == Break(Fault.CHANGED, 2, swapped[1])
    ids = [links[0], replace(links[1], id=links[2].id), replace(links[2], id=links[1].id), links[3]]
    assert find_break(ids, head) == Break(Fault.MOVED, 3, ids[2])


def test_records_that_were_put_in_are_found() -> None:
    links, head = build(3)
    extra = Link(99, 2, links[1].digest, links[1].content)
    assert find_break([*links[:2], extra, links[2]], head) == Break(Fault.ADDED, 3, extra)
    following = Link(99, 4, extend(head, {}).digest, {})
    assert find_break([*links, following], head) == Break(Fault.ADDED, 4, following)
