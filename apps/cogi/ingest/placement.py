"""Places every page exactly once: by the site's navigation, else by toctrees, else by directories."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from cogi.ingest.addressing import Uids, slug
from cogi.ingest.documents import NavigationEntry, Page

INDEX_NAMES = ("index", "README", "readme", "_index")
MAX_DEPTH = 20
"""Deeper navigation, toctrees and folders are flattened: the tree in the database has 63 levels."""
ROOT_PAGES = ("index", "contents", "README", "readme", "_index")


@dataclass(slots=True)
class Place:
    """A page, or a titled group without one (``path`` None), with what stands below it, in order."""

    uid: str
    title: str
    path: str | None = None
    children: list[Place] = field(default_factory=list)
    prerequisites: str = ""

    def walk(self, parent: Place | None = None, order: int = 0) -> Iterator[tuple[Place, Place | None, int]]:
        yield self, parent, order
        for index, child in enumerate(self.children):
            yield from child.walk(self, index)


def place_pages(
    pages: Sequence[Page], navigation: Sequence[NavigationEntry], page_uids: Mapping[str, str], uids: Uids
) -> list[Place]:
    """Return the top-level places in order; each page stands below exactly one of them."""
    planner = _Planner({page.path: page for page in pages}, page_uids, uids)
    top = planner.from_navigation(navigation)
    planner.remember_homes(top)
    top += planner.from_toctrees()
    top += planner.from_directories()
    return top


@dataclass(slots=True)
class _Planner:
    pages: Mapping[str, Page]
    page_uids: Mapping[str, str]
    uids: Uids
    placed: dict[str, Place] = field(default_factory=dict)
    folders: dict[str, Place] = field(default_factory=dict)
    homes: dict[str, list[Place]] = field(default_factory=dict)

    def from_navigation(self, entries: Sequence[NavigationEntry], above: tuple[str, ...] = ()) -> list[Place]:
        places: list[Place] = []
        for entry in entries:
            place = self._entry_place(entry, above)
            children = self.from_navigation(entry.children, (*above, slug(entry.title)))
            if place is None or len(above) >= MAX_DEPTH:
                places += [place, *children] if place and place.path else children
            elif place.path is not None or children:
                place.children += children
                places.append(place)
        return places

    def remember_homes(self, top: list[Place]) -> None:
        """Note where the navigation keeps each directory, for the pages that it leaves out."""
        for root in top:
            for place, parent, _ in root.walk():
                if place.path is not None and (directory := directory_of(place.path)):
                    self.homes.setdefault(directory, parent.children if parent else top)
        if top:
            self.homes[""] = top

    def from_toctrees(self) -> list[Place]:
        """Follow the lists of contents from the root page, then from pages that no other lists."""
        listed = {child for page in self.pages.values() for child in page.children}
        heads = [path for path in ROOT_PAGES if path in self.pages]
        heads += [path for path, page in self.pages.items() if page.children and path not in listed]
        heads += [path for path, page in self.pages.items() if page.children]
        for path in list(self.placed):
            self._extend(path)
        tops = []
        for path in heads:
            if path not in self.placed and self.pages[path].children:
                self._follow(path)
                tops.append(path)
        return self._below_their_directory(tops)

    def from_directories(self) -> list[Place]:
        rest = [path for path in self.pages if path not in self.placed]
        rest.sort(key=_reading_order)
        for path in rest:
            self._put(path)
        return self._below_their_directory(rest)

    def _entry_place(self, entry: NavigationEntry, above: tuple[str, ...]) -> Place | None:
        """Return a new place, or None where the page is unknown or already has one."""
        if entry.path is None:
            uid = self.uids.claim("group:" + "/".join((*above, slug(entry.title))))
            return Place(uid, entry.title, prerequisites=entry.prerequisites)
        if entry.path in self.pages and entry.path not in self.placed:
            return self._put(entry.path)
        return None

    def _follow(self, path: str, depth: int = 0) -> Place:
        place = self._put(path)
        self._extend(path, depth)
        return place

    def _extend(self, path: str, depth: int = 0) -> None:
        """Put the listed pages below ``path``. What is already placed stays, which breaks cycles."""
        if depth >= MAX_DEPTH:
            return
        for child in self.pages[path].children:
            if child in self.pages and child not in self.placed:
                self.placed[path].children.append(self._follow(child, depth + 1))

    def _put(self, path: str) -> Place:
        place = Place(self.page_uids[path], self.pages[path].title, path)
        self.placed[path] = place
        return place

    def _below_their_directory(self, paths: list[str]) -> list[Place]:
        """Return the places that belong to the top; hang the others below their directory."""
        top: list[Place] = []
        for path in paths:
            place, directory = self.placed[path], directory_of(path)
            siblings = top if directory is None else self._folder(directory, place, top)
            siblings.append(place)
        return top

    def _folder(self, directory: str, place: Place, top: list[Place]) -> list[Place]:
        """Return the list of children of a directory: of its index page, else of a group made for it."""
        if directory in self.homes:
            return self.homes[directory]
        if index := self._index_of(directory, place):
            return index.children
        if not directory:
            return top
        if directory not in self.folders:
            name = directory.rpartition("/")[2]
            group = Place(self.uids.claim(f"group:{directory}"), title_of(name))
            self.folders[directory] = group
            self._folder(directory.rpartition("/")[0], group, top).append(group)
        return self.folders[directory].children

    def _index_of(self, directory: str, place: Place) -> Place | None:
        names = [f"{directory}/{name}".lstrip("/") for name in INDEX_NAMES]
        for path in (*names, directory):
            index = self.placed.get(path)
            if index is not None and not any(below is index for below, _, _ in place.walk()):
                return index
        return None


def directory_of(path: str) -> str | None:
    """Return the directory below which a page stands: an index page stands for its own."""
    directory, _, name = path.rpartition("/")
    if name not in INDEX_NAMES:
        return "/".join(directory.split("/")[:MAX_DEPTH])
    return directory_of(directory) if directory else None


def _reading_order(path: str) -> tuple[bool, str, str]:
    """Sort by directory, an index page under its directory's name; the root page comes first."""
    directory, _, name = path.rpartition("/")
    place = directory_of(path)
    return place is not None, place or "", directory if name in INDEX_NAMES else path


def title_of(name: str) -> str:
    words = name.replace("-", " ").replace("_", " ").strip()
    return words[:1].upper() + words[1:] if words else name
