"""A file from the web: resumed where it stopped, never of two states, checked by its sha256."""

from __future__ import annotations

import gzip
import hashlib
import io
import os
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.errors import BadInput, Damaged, Unavailable
from engine.events import Progress
from engine.terminology.downloading import Download, download, published_checksum, recorded
from engine.terminology.unpacking import unpack
from tests.engine.terminology.publisher import Publisher, publisher

CONTENT = os.urandom(3_000_000)


@pytest.fixture
def house() -> Iterator[Publisher]:
    with publisher() as found:
        found.files["/terms.obo"] = CONTENT
        yield found


def fetched(
    house: Publisher, path: Path, checksum: str = "", file: str = "/terms.obo"
) -> tuple[Download, list[Progress]]:
    work, told = download(house.address + file, path, checksum), []
    while True:
        try:
            event = next(work)
            assert isinstance(event, Progress)
            told.append(event)
        except StopIteration as end:
            return end.value, told


def test_a_file_is_fetched_with_its_record(house: Publisher, tmp_path: Path) -> None:
    found, told = fetched(house, tmp_path / "terms.obo")

    assert (tmp_path / "terms.obo").read_bytes() == CONTENT
    assert found == Download(
        f"{house.address}/terms.obo", house.tag("/terms.obo"), 3_000_000, hashlib.sha256(CONTENT).hexdigest()
    )
    assert recorded(tmp_path / "terms.obo") == found
    assert [one.step for one in told] == sorted(one.step for one in told) and told[-1].step == told[
        -1
    ].total == 3_000_000
    assert len(list(tmp_path.iterdir())) == 2


def test_what_broke_off_goes_on_where_it_stopped(house: Publisher, tmp_path: Path) -> None:
    house.breaks_after = [1_000_000, 500_000]
    for done in (1_000_000, 1_500_000):
        with pytest.raises(Unavailable, match=f"stopped after {done:,} bytes.*do it again"):
            fetched(house, tmp_path / "terms.obo")
        assert not (tmp_path / "terms.obo").exists()
    fetched(house, tmp_path / "terms.obo")

    assert (tmp_path / "terms.obo").read_bytes() == CONTENT
    assert [part for _, part in house.asked] == ["", "bytes=1000000-", "bytes=1500000-"]


def test_a_part_of_an_older_state_is_thrown_away(house: Publisher, tmp_path: Path) -> None:
    house.breaks_after = [1_000_000]
    with pytest.raises(Unavailable):
        fetched(house, tmp_path / "terms.obo")
    house.files["/terms.obo"] = newer = os.urandom(2_000_000)
    fetched(house, tmp_path / "terms.obo")

    assert (tmp_path / "terms.obo").read_bytes() == newer


@pytest.mark.parametrize("able", [{"parts": False}, {"tags": False}])
def test_a_server_that_cannot_give_the_rest_gives_the_whole(
    house: Publisher, tmp_path: Path, able: dict[str, bool]
) -> None:
    for name, value in able.items():
        setattr(house, name, value)
    house.breaks_after = [1_000_000]
    with pytest.raises(Unavailable):
        fetched(house, tmp_path / "terms.obo")
    fetched(house, tmp_path / "terms.obo")

    assert (tmp_path / "terms.obo").read_bytes() == CONTENT


def test_a_part_that_is_as_long_as_the_file_is_fetched_anew(house: Publisher, tmp_path: Path) -> None:
    house.breaks_after = [1_000_000]
    with pytest.raises(Unavailable):
        fetched(house, tmp_path / "terms.obo")
    with open(tmp_path / ".terms.obo.fetched", "ab") as part:
        part.write(b"x" * 5_000_000)
    fetched(house, tmp_path / "terms.obo")

    assert (tmp_path / "terms.obo").read_bytes() == CONTENT


def test_content_that_its_publisher_does_not_vouch_for_is_refused(house: Publisher, tmp_path: Path) -> None:
    house.files["/terms.sha256"] = f"{hashlib.sha256(CONTENT).hexdigest()}  terms.obo\n".encode()
    checksum = published_checksum(f"{house.address}/terms.sha256")
    fetched(house, tmp_path / "terms.obo", checksum)
    house.files["/terms.obo"] = b"something else"

    with pytest.raises(Damaged, match="as its publisher says"):
        fetched(house, tmp_path / "terms.obo", checksum)
    assert (tmp_path / "terms.obo").read_bytes() == CONTENT
    with pytest.raises(Unavailable, match="holds no sha256"):
        published_checksum(f"{house.address}/terms.obo")


def test_the_same_state_with_other_content_is_refused_a_new_state_is_not(house: Publisher, tmp_path: Path) -> None:
    house.fixed_tag = '"2026"'
    first, _ = fetched(house, tmp_path / "terms.obo")
    house.files["/terms.obo"] = b"forged"
    with pytest.raises(Damaged, match="at the first fetch"):
        fetched(house, tmp_path / "terms.obo")
    assert recorded(tmp_path / "terms.obo") == first
    house.fixed_tag = '"2027"'

    assert fetched(house, tmp_path / "terms.obo")[0].sha256 == hashlib.sha256(b"forged").hexdigest()


def test_a_publisher_that_moved_is_followed_and_one_that_is_gone_is_said(house: Publisher, tmp_path: Path) -> None:
    house.moved["/old.obo"] = f"{house.address}/terms.obo"
    fetched(house, tmp_path / "terms.obo", file="/old.obo")
    house.moved["/file.obo"] = "file:///etc/passwd"

    assert (tmp_path / "terms.obo").read_bytes() == CONTENT
    with pytest.raises(Unavailable, match=r"answers with 404.*--address"):
        fetched(house, tmp_path / "none.obo", file="/none.obo")
    with pytest.raises(Unavailable):
        fetched(house, tmp_path / "file.obo", file="/file.obo")
    for address in ("file:///etc/passwd", "ftp://127.0.0.1/x", "terms.obo", "http://"):
        with pytest.raises(BadInput, match="is no address of the web"):
            next(download(address, tmp_path / "x"))
    with pytest.raises(Unavailable, match="cannot be reached"):
        next(download("http://127.0.0.1:9/terms.obo", tmp_path / "x"))


def test_the_file_is_unpacked(tmp_path: Path) -> None:
    (tmp_path / "terms.obo.gz").write_bytes(gzip.compress(b"id: 1"))
    with zipfile.ZipFile(tmp_path / "terms.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("2026/icd10cm_Tabular_2026.xml", "<x/>")
        archive.writestr("2026/readme.txt", "")

    assert unpack(tmp_path / "terms.obo.gz").read_bytes() == b"id: 1"
    found = unpack(tmp_path / "terms.zip", "*tabular*.xml")
    assert (found, found.read_text()) == (tmp_path / "icd10cm_Tabular_2026.xml", "<x/>")
    assert unpack(tmp_path / "terms.zip") == tmp_path / "terms.zip"
    with pytest.raises(BadInput, match=r"holds 0 files like \*.obo, not one; it holds 2026/icd10cm"):
        unpack(tmp_path / "terms.zip", "*.obo")


def test_an_archive_that_is_cut_or_a_bomb_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = io.BytesIO(gzip.compress(os.urandom(100_000)))
    (tmp_path / "cut.obo.gz").write_bytes(whole.getvalue()[:50_000])
    (tmp_path / "bomb.gz").write_bytes(gzip.compress(b"\0" * 2_000_000))
    monkeypatch.setattr("engine.formats.opening.limits.LEAST_UNPACKED", 1_000_000)

    with pytest.raises(Damaged, match="cut or damaged; fetch it again"):
        unpack(tmp_path / "cut.obo.gz")
    with pytest.raises(BadInput, match="unpacks to too much"):
        unpack(tmp_path / "bomb.gz")
    assert {path.name for path in tmp_path.iterdir()} == {"cut.obo.gz", "bomb.gz"}
