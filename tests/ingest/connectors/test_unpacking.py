from __future__ import annotations

import stat
import tarfile
import zipfile
from pathlib import Path

import pytest
from pytest_django import Settings

from cogi.ingest.connectors.unpacking import ArchiveRefused, unpack
from tests.ingest.connectors.archives import make_tar, make_zip, tar_member

OUTSIDE = (
    "{archive} was refused: {entry} would be written outside of the target folder. "
    "Pack it again with relative names that have no '..'."
)


def contents(folder: Path) -> dict[str, bytes]:
    return {p.relative_to(folder).as_posix(): p.read_bytes() for p in folder.rglob("*") if p.is_file()}


def refusal(archive: Path, tmp_path: Path) -> str:
    with pytest.raises(ArchiveRefused) as caught:
        unpack(archive, into=tmp_path / "tree")
    return str(caught.value)


@pytest.mark.parametrize("suffix", [".tar.gz", ".tar.bz2", ".tar.xz", ".tar"])
def test_tars_of_every_compression_are_unpacked(tmp_path: Path, suffix: str) -> None:
    archive = make_tar(tmp_path / f"a{suffix}", {"p/a.md": b"A", "p/d/b.md": b"B"})

    unpack(archive, into=tmp_path / "tree")

    assert contents(tmp_path / "tree") == {"p/a.md": b"A", "p/d/b.md": b"B"}


def test_the_single_folder_of_a_source_distribution_is_the_root(tmp_path: Path) -> None:
    one = make_tar(tmp_path / "one.tar.gz", {"p-1.0/setup.py": b"", "p-1.0/docs/index.md": b""})
    two = make_zip(tmp_path / "two.zip", {"a/index.md": b"", "b/index.md": b""})

    assert unpack(one, into=tmp_path / "1") == tmp_path / "1/p-1.0"
    assert unpack(two, into=tmp_path / "2") == tmp_path / "2"


def test_a_tar_that_ends_in_a_zip_is_a_tar(tmp_path: Path) -> None:
    inner = make_zip(tmp_path / "inner.zip", {"inner.md": b""}).read_bytes()

    unpack(make_tar(tmp_path / "a.tar", {"a.md": b"A", "z.zip": inner}), into=tmp_path / "tree")

    assert contents(tmp_path / "tree") == {"a.md": b"A", "z.zip": inner}


@pytest.mark.parametrize("name", ["a.zip", "a.whl"])
def test_zips_and_wheels_are_unpacked(tmp_path: Path, name: str) -> None:
    unpack(make_zip(tmp_path / name, {"p/a.md": b"A", "empty/": b""}), into=tmp_path / "tree")

    assert contents(tmp_path / "tree") == {"p/a.md": b"A"}
    assert (tmp_path / "tree/empty").is_dir()


@pytest.mark.parametrize("name", ["../up.md", "a/../../up.md", "/etc/up.md", "C:/up.md", "..\\up.md"])
def test_a_name_that_leads_outside_refuses_the_archive(tmp_path: Path, name: str) -> None:
    zipped = make_zip(tmp_path / "a.zip", {"ok.md": b"", name: b"x"})
    tarred = make_tar(tmp_path / "a.tar.gz", {"ok.md": b"", name: b"x"})

    assert refusal(zipped, tmp_path / "1") == OUTSIDE.format(archive="a.zip", entry=repr(name))
    assert refusal(tarred, tmp_path / "2") == OUTSIDE.format(archive="a.tar.gz", entry=repr(name))
    assert not (tmp_path / "up.md").exists()


@pytest.mark.parametrize("kind", [tarfile.CHRTYPE, tarfile.BLKTYPE, tarfile.FIFOTYPE])
def test_a_device_refuses_the_archive(tmp_path: Path, kind: bytes) -> None:
    archive = make_tar(tmp_path / "a.tar", {}, tar_member("dev", kind))

    assert refusal(archive, tmp_path) == (
        "a.tar was refused: 'dev' is a device or another special file. Pack only files and folders."
    )


@pytest.mark.parametrize("link", ["/etc/passwd", "../../etc/passwd"])
@pytest.mark.parametrize("kind", [tarfile.SYMTYPE, tarfile.LNKTYPE])
def test_a_link_that_leads_outside_refuses_the_archive(tmp_path: Path, link: str, kind: bytes) -> None:
    archive = make_tar(tmp_path / "a.tar", {}, tar_member("d/link.md", kind, link))

    assert refusal(archive, tmp_path) == (
        f"a.tar was refused: the link 'd/link.md' points outside of the archive, to {link!r}. "
        "Replace it by the file itself."
    )


def test_an_inner_link_becomes_a_copy(tmp_path: Path) -> None:
    archive = make_tar(
        tmp_path / "a.tar",
        {"d/a.md": b"A"},
        tar_member("e/soft.md", tarfile.SYMTYPE, "../d/a.md"),
        tar_member("e/hard.md", tarfile.LNKTYPE, "d/a.md"),
        tar_member("e/dangling.md", tarfile.SYMTYPE, "gone.md"),
    )

    unpack(archive, into=tmp_path / "tree")

    assert contents(tmp_path / "tree") == {"d/a.md": b"A", "e/soft.md": b"A", "e/hard.md": b"A"}
    assert not any(path.is_symlink() for path in (tmp_path / "tree").rglob("*"))


def test_a_link_in_a_zip_is_checked_too(tmp_path: Path) -> None:
    info = zipfile.ZipInfo("link.md")
    info.external_attr = (stat.S_IFLNK | 0o777) << 16
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as zipped:
        zipped.writestr(info, "../secret")

    assert "the link 'link.md' points outside of the archive, to '../secret'" in refusal(
        tmp_path / "a.zip", tmp_path
    )


def test_a_special_file_in_a_zip_is_refused(tmp_path: Path) -> None:
    info = zipfile.ZipInfo("pipe")
    info.external_attr = (stat.S_IFIFO | 0o777) << 16
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as zipped:
        zipped.writestr(info, "")

    assert "'pipe' is a device or another special file" in refusal(tmp_path / "a.zip", tmp_path)


def test_an_entry_that_unpacks_to_too_much_is_named(tmp_path: Path, settings: Settings) -> None:
    settings.COGI_INGEST_MAX_ENTRY_BYTES = 1000
    archive = make_zip(tmp_path / "a.zip", {"small.md": b"x", "bomb.md": b"0" * 1001})

    assert refusal(archive, tmp_path) == (
        "a.zip was refused: 'bomb.md' unpacks to more than 1000 bytes. Leave it out, or raise "
        "COGI_INGEST_MAX_ENTRY_BYTES."
    )


def test_an_archive_that_unpacks_to_too_much_is_refused(tmp_path: Path, settings: Settings) -> None:
    settings.COGI_INGEST_MAX_UNPACKED_BYTES = 1500
    archive = make_zip(tmp_path / "a.zip", {f"{n}.md": b"0" * 600 for n in range(3)})

    assert refusal(archive, tmp_path) == (
        "a.zip unpacks to more than 1500 bytes. Pack only the documentation, or raise "
        "COGI_INGEST_MAX_UNPACKED_BYTES."
    )


def test_copies_of_links_count_as_unpacked_bytes(tmp_path: Path, settings: Settings) -> None:
    settings.COGI_INGEST_MAX_UNPACKED_BYTES = 1500
    links = [tar_member(f"{n}.md", tarfile.SYMTYPE, "a.md") for n in range(3)]
    archive = make_tar(tmp_path / "a.tar", {"a.md": b"0" * 600}, *links)

    assert "unpacks to more than 1500 bytes" in refusal(archive, tmp_path)


def test_an_archive_with_too_many_entries_is_refused(tmp_path: Path, settings: Settings) -> None:
    settings.COGI_INGEST_MAX_UNPACKED_ENTRIES = 2
    archive = make_zip(tmp_path / "a.zip", {f"{n}.md": b"" for n in range(3)})

    assert refusal(archive, tmp_path) == (
        "a.zip has more than 2 entries. Pack only the documentation, or raise "
        "COGI_INGEST_MAX_UNPACKED_ENTRIES."
    )


def test_what_is_no_archive_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.tar.gz").write_bytes(b"<html>not found</html>")

    assert refusal(tmp_path / "a.tar.gz", tmp_path) == (
        "a.tar.gz is not an archive that can be read. Give a .tar.gz, .tar.bz2, .tar.xz, .zip or .whl "
        "file, or a directory."
    )


def test_a_truncated_archive_is_refused(tmp_path: Path) -> None:
    archive = make_tar(tmp_path / "a.tar.gz", {"a.md": bytes(range(256)) * 4000})
    archive.write_bytes(archive.read_bytes()[:-2000])

    assert refusal(archive, tmp_path).endswith("Check the file and the free disk space.")
