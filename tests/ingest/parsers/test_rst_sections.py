"""Headings, labels and described objects become sections with the anchors that Sphinx gives them."""

from __future__ import annotations

from cogi.ingest.documents import StatedFact
from tests.ingest.parsers.rst import rst, sections
from tests.ingest.parsers.sketching import expected, sketch

EXTENSION = """
def setup(app):
    app.add_crossref_type(directivename="setting", rolename="setting", indextemplate="pair: %s; setting")
    app.add_object_type("event", "event", "pair: %s; event", parse_event)
"""
PROJECT = {"conf.py": "extensions = ['mine']", "_ext/mine.py": EXTENSION}


def test_the_first_heading_is_the_page_and_the_others_nest() -> None:
    page = rst(
        """
        Before it.

        ========
        Sign in
        ========

        Intro.

        Options & flags
        ===============

        Deep
        ----

        Text.

        Deep
        ----
        """
    )

    assert sketch(page) == expected(
        """
        # Sign in
        paragraph: Before it.
        paragraph: Intro.
        ## Options & flags #options-flags
        ### Deep #deep
        paragraph: Text.
        ### Deep #id1
        """
    )
    assert page.root.targets == ["page:guide/page#sign-in"]


def test_a_page_without_a_heading_is_named_after_its_file() -> None:
    assert rst("Text.", path="a/getting-started_now.rst").title == "Getting started now"


def test_labels_name_what_follows_them_and_stay_reachable() -> None:
    page = rst(
        """
        .. _top:

        Page
        ====

        .. _Second Label:
        .. _third:

        Part
        ----

        One.

        .. _in-text:

        Two _`inline place`.

        .. _dangling:
        """
    )

    assert page.root.targets == ["label:top", "page:guide/page#top", "page:guide/page#page"]
    part = sections(page)["Part"]
    assert part.anchor == "part"
    assert part.targets == [
        "label:second label",
        "page:guide/page#second-label",
        "label:third",
        "page:guide/page#third",
        "label:in-text",
        "page:guide/page#in-text",
        "label:inline place",
        "page:guide/page#inline-place",
        "label:dangling",
        "page:guide/page#dangling",
    ]


def test_a_label_that_takes_the_heading_s_id_becomes_the_anchor() -> None:
    page = rst("Page\n====\n\n.. _part:\n\nPart\n----\n\nText.\n")

    assert sections(page)["Part"].anchor == "part"
    assert sections(page)["Part"].targets == ["label:part", "page:guide/page#id1"]


def test_headings_are_labels_where_the_project_says_so() -> None:
    conf = """
    extensions = ["sphinx.ext.autosectionlabel"]
    autosectionlabel_prefix_document = True
    autosectionlabel_maxdepth = 2
    """
    page = rst("Page\n====\n\nPart A\n------\n\nDeep\n~~~~\n", files={"conf.py": conf})

    assert page.root.targets == ["label:guide/page:page", "page:guide/page#page"]
    assert sections(page)["Part A"].targets == ["label:guide/page:part a"]
    assert sections(page)["Deep"].targets == []


def test_python_objects_are_symbols_named_within_module_and_class() -> None:
    page = rst(
        """
        Reference
        =========

        .. module:: app.models

        .. class:: Account(name, *, active=True)

           An account.

           .. versionadded:: 2.0

           .. method:: close(when)
                       close()

              Closes it.

           .. attribute:: name
              :type: str

           Its name.

        .. function:: app.models.open(name) -> Account

           Opens one.
        """
    )

    assert sketch(page) == expected(
        """
        # Reference
        ## Account #app.models.Account <symbol>
        code(python): class Account(name, *, active=True)
        paragraph: An account.
        quote: Added in version 2.0
        ### Account.close() #app.models.Account.close <symbol>
        code(python): close(when)
        close()
        paragraph: Closes it.
        ### Account.name #app.models.Account.name <symbol>
        code(python): name: str
        paragraph: Its name.
        ## app.models.open() #app.models.app.models.open <symbol>
        code(python): app.models.open(name) -> Account
        paragraph: Opens one.
        """
    )
    found = sections(page)
    assert found["Account.close()"].targets == [
        "py:app.models.Account.close",
        "py:Account.close",
    ]
    assert found["Account"].facts == [StatedFact("added_in", "2.0", "")]
    assert page.root.targets == [
        "page:guide/page#reference",
        "page:guide/page#module-app.models",
        "py:app.models",
    ]


def test_a_module_directly_under_a_heading_gives_it_its_anchor() -> None:
    page = rst("Page\n====\n\nPart\n----\n\n.. py:module:: app.db\n\nText.\n")

    assert sections(page)["Part"].anchor == "module-app.db"
    assert sections(page)["Part"].targets == ["page:guide/page#part", "py:app.db"]


def test_a_bare_signature_under_its_own_heading_describes_that_section() -> None:
    page = rst(
        """
        Page
        ====

        .. currentmodule:: app

        ``open()``
        ----------

        .. function:: open(path)

        Opens it.
        """
    )

    assert sketch(page) == expected(
        """
        # Page
        ## open() #open <symbol>
        code(python): open(path)
        paragraph: Opens it.
        """
    )
    assert sections(page)["open()"].targets == [
        "py:app.open",
        "py:open",
        "page:guide/page#app.open",
    ]


def test_a_description_alone_under_its_own_heading_is_that_section() -> None:
    page = rst(
        """
        Page
        ====

        ``View``
        --------

        .. class:: app.views.View

           The base.

           .. method:: setup()

              Prepares.

        Words between
        -------------

        .. class:: Between

           Not named like its heading.
        """
    )

    assert sketch(page) == expected(
        """
        # Page
        ## View #view <symbol>
        code(python): class app.views.View
        paragraph: The base.
        ### View.setup() #app.views.View.setup <symbol>
        code(python): setup()
        paragraph: Prepares.
        ## Words between #words-between
        ### Between #Between <symbol>
        code(python): class Between
        paragraph: Not named like its heading.
        """
    )


def test_a_bare_signature_elsewhere_holds_the_text_up_to_the_next_one() -> None:
    page = rst(
        """
        Page
        ====

        .. program:: tool run

        .. option:: --dry, -n

        Tries.

        .. option:: --size SIZE

        The size.

        .. option:: --bare

        Part
        ----

        Text.
        """
    )

    assert sketch(page) == expected(
        """
        # Page
        ## --dry, -n #cmdoption-tool-run-dry <symbol>
        paragraph: Tries.
        ## --size SIZE #cmdoption-tool-run-size <symbol>
        paragraph: The size.
        ## --bare #cmdoption-tool-run-bare <symbol>
        ## Part #part
        paragraph: Text.
        """
    )
    assert sections(page)["--dry, -n"].targets == [
        "option:tool-run --dry",
        "option:tool-run -n",
        "page:guide/page#cmdoption-tool-run-n",
    ]


def test_bare_signatures_in_a_row_share_the_text_that_follows() -> None:
    page = rst(".. option:: --jobs N\n\n.. envvar:: JOBS\n\nHow many at once.\n")

    assert sketch(page) == expected(
        """
        # Page
        ## --jobs N, JOBS #cmdoption-jobs <symbol>
        paragraph: How many at once.
        """
    )
    assert page.root.children[0].targets == ["option:--jobs", "envvar:JOBS", "page:guide/page#envvar-JOBS"]


def test_signatures_in_a_row_share_the_content_of_the_last() -> None:
    page = rst(
        """
        .. module:: auth

        Logging in
        ==========

        .. function:: login(user)
        .. function:: alogin(user)

           To log a user in, call it.
        """
    )

    assert sketch(page) == expected(
        """
        # Logging in
        ## login(), alogin() #auth.login <symbol>
        code(python): login(user)
        alogin(user)
        paragraph: To log a user in, call it.
        """
    )
    assert "page:guide/page#auth.alogin" in page.root.children[0].targets


def test_a_heading_keeps_the_text_of_the_signatures_that_it_names() -> None:
    page = rst(
        """
        Methods
        =======

        ``get()``
        ---------

        .. method:: Query.get()
        .. method:: Query.aget()

        Returns one.
        """
    )

    assert sketch(page) == expected(
        """
        # Methods
        ## get() #get <symbol>
        code(python): Query.get()
        Query.aget()
        paragraph: Returns one.
        """
    )


def test_a_class_and_its_first_method_stay_apart() -> None:
    page = rst(".. class:: Query\n.. method:: Query.get()\n\n   Returns one.\n")

    assert [section.title for section in page.root.children] == ["Query", "Query.get()"]


def test_options_and_arguments_without_a_program() -> None:
    page = rst(".. program:: None\n.. option:: path\n\n   The path.\n\n.. option:: --out[=FILE]\n")

    assert [s.anchor for s in page.root.children] == ["cmdoption-arg-path", "cmdoption-out"]


def test_a_project_s_own_targets_name_the_heading_they_precede() -> None:
    page = rst(
        """
        Settings
        ========

        .. setting:: MAX_AGE

        ``MAX_AGE``
        -----------

        Seconds.

        .. setting:: MIN_AGE

        Also this.
        """,
        files=PROJECT,
    )

    section = sections(page)["MAX_AGE"]
    assert (section.kind, section.anchor) == ("symbol", "max-age")
    assert section.targets == [
        "setting:MAX_AGE",
        "page:guide/page#std-setting-MAX_AGE",
        "setting:MIN_AGE",
        "page:guide/page#std-setting-MIN_AGE",
    ]


def test_a_project_s_own_object_types_are_symbols() -> None:
    page = rst(".. event:: build-started(app)\n\n   It starts.\n", files=PROJECT)

    (symbol,) = page.root.children
    assert (symbol.title, symbol.anchor) == ("build-started(app)", "event-build-started")
    assert symbol.targets == ["event:build-started"]


def test_commands_variables_values_and_terms_are_symbols() -> None:
    page = rst(
        """
        Things
        ======

        .. django-admin:: migrate [app]

           Migrates.

        .. django-admin-option:: --fake

           Pretends.

        .. envvar:: HOME

           The home.

        .. confval:: size
           :type: ``int``
           :default: ``3``

           The size.

        .. glossary::

           Node
           Vertex
              A place.

           edge : graph
              A line.
        """
    )

    assert sketch(page) == expected(
        """
        # Things
        ## django-admin migrate [app] #django-admin-migrate <symbol>
        paragraph: Migrates.
        ## --fake #cmdoption-migrate-fake <symbol>
        paragraph: Pretends.
        ## HOME #envvar-HOME <symbol>
        paragraph: The home.
        ## size #confval-size <symbol>
        list: - Type: `int`
        - Default: `3`
        paragraph: The size.
        ## Node, Vertex #term-Node <symbol>
        paragraph: A place.
        ## edge #term-edge <symbol>
        paragraph: A line.
        """
    )
    assert sections(page)["Node, Vertex"].targets == [
        "term:node",
        "term:vertex",
        "page:guide/page#term-Vertex",
    ]


def test_objects_of_other_languages() -> None:
    page = rst(
        """
        Things
        ======

        .. c:struct:: Data

           .. c:member:: int size[4]

        .. c:function:: int open(const char *path)

        .. js:module:: shop

        .. js:class:: Cart(owner)

           .. js:method:: add(item)

        .. rst:directive:: .. box:: title

           .. rst:directive:option:: color: name

        .. rst:role:: hint

        .. cpp:function:: bool Cart::add(int item)

           Adds it.
        """
    )

    assert sketch(page) == expected(
        """
        # Things
        code(cpp): bool Cart::add(int item)
        paragraph: Adds it.
        ## Data #c.Data <symbol>
        ### Data.size #c.Data.size <symbol>
        code(c): int size[4]
        ## open #c.open <symbol>
        code(c): int open(const char *path)
        ## Cart #shop.Cart <symbol>
        code(javascript): Cart(owner)
        ### Cart.add #shop.Cart.add <symbol>
        code(javascript): add(item)
        ## box #directive-box <symbol>
        code(rst): .. box:: title
        ### :color: #directive-option-box-color <symbol>
        code(rst): :color: name
        ## hint #role-hint <symbol>
        code(rst): :hint:
        """
    )
    assert sections(page)["Cart.add"].targets == ["js:shop.Cart.add", "js:Cart.add"]
    assert sections(page)[":color:"].targets == ["rst:directive:box:color"]


def test_an_object_kept_out_of_the_index_stays_text() -> None:
    page = rst(".. py:function:: f(x)\n   :no-index:\n\n   Does it.\n\n.. describe:: *.txt\n\n   Text.\n")

    assert sketch(page) == expected(
        """
        # Page
        code(python): f(x)
        paragraph: Does it.
        code: *.txt
        paragraph: Text.
        """
    )


def test_the_second_of_two_equal_objects_is_numbered_as_sphinx_numbers_it() -> None:
    page = rst(".. function:: f(x)\n\n   One.\n\n.. function:: f(x)\n\n   Two.\n")

    assert [s.anchor for s in page.root.children] == ["f", "id0"]


def test_documented_code_that_is_not_read_is_still_a_place() -> None:
    page = rst(".. currentmodule:: app\n\n.. autoclass:: Shop\n   :members:\n\n.. autofunction:: lib.x.run\n")

    assert [(s.title, s.anchor) for s in page.root.children] == [
        ("Shop", "app.Shop"),
        ("lib.x.run()", "lib.x.run"),
    ]


def test_what_releases_changed_is_stated_on_the_section_or_symbol() -> None:
    page = rst(
        """
        Page
        ====

        .. deprecated:: 1.4 Use ``g``.

        Part
        ----

        .. versionchanged:: 2.1

           It *now* waits.

        .. versionremoved:: 3.0
        """
    )

    assert page.root.facts == [StatedFact("deprecated_in", "1.4", "Use `g`.")]
    assert sections(page)["Part"].facts == [
        StatedFact("changed_in", "2.1", "It now waits."),
        StatedFact("removed_in", "3.0", ""),
    ]
    assert [b.text for b in sections(page)["Part"].blocks] == [
        "Changed in version 2.1: It now waits.",
        "Removed in version 3.0",
    ]
