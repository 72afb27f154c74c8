"""In each language a user's word hits the sentences that hold it, and a stop word hits nothing."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass

import pytest

from cogi.corpus.classification import Classification
from cogi.corpus.models import Passage
from cogi.index.lexical import search_lexical
from cogi.index.reading import ReleaseKey
from tests.drafts import page, publish, scope

pytestmark = pytest.mark.django_db


@dataclass(frozen=True)
class Case:
    """``sentences`` by page; what people type and the pages that it finds; what finds nothing."""

    sentences: Mapping[str, str]
    found: Mapping[str, set[str]]
    stop_words: str


CASES = {
    "japanese": Case(
        sentences={
            "search": "Djangoの検索機能を使うと、データベースから記事を見つけることができます。",
            "install": "設定ファイルを開いて、新しいサーバーの名前を書き込んでください。",
            "login": "この関数は戻り値として、認証されたユーザーという型を返します。",
            "kana": "ひらがなで入力したときは、かたかなに変換しないようにします。",
        },
        found={
            "検索": {"search"},
            "検索する": {"search"},
            "使います": {"search"},
            "使った": {"search"},
            "データ": {"search"},
            "記事が見つかりません": {"search"},
            "django": {"search"},
            "設定": {"install"},
            "開く": {"install"},
            "新しく": {"install"},
            "サーバ": {"install"},
            "書き込みました": {"install"},
            "値": {"login"},
            "型": {"login"},
            "認証": {"login"},
            "返す": {"login"},
            "ひらがな": {"kana"},
            "変換できない": {"kana"},
        },
        stop_words=(
            "です ます した から という の は を が ください できます ことができます "
            "しています ない この ときは"
        ),
    ),
    "chinese": Case(
        sentences={
            "query": "我们可以使用这个函数来查询数据库。",
            "network": "因为以太网的地址是固定的，所以您必须先设置网络接口。",
            "session": "如果没有登录，用户的会话就会被重定向，目的是保护账号。",
            "vector": "然后，更新当前目录中的向量索引。",
        },
        found={
            "函数": {"query"},
            "使用函数": {"query"},
            "查询": {"query"},
            "数据库": {"query"},
            "数据": {"query"},
            "以太网": {"network"},
            "地址": {"network"},
            "网络接口": {"network"},
            "会话": {"session"},
            "目的": {"session"},
            "用户登录": {"session"},
            "更新": {"vector"},
            "当前": {"vector"},
            "向量的索引": {"vector"},
        },
        stop_words="的 我们 因为 可以 这个 如果 没有 所以 是 您 然后 我们的 因为这个",
    ),
    "korean": Case(
        sentences={
            "database": "데이터베이스를 설정하려면 먼저 설정 파일을 열어야 합니다.",
            "query": "그리고 쿼리셋은 지연 평가되므로 값이 필요할 때에만 실행됩니다.",
            "login": "사용자는 로그인한 후에 비밀번호를 변경할 수 있습니다.",
            "road": "도로의 의도에 대한 Kubernetes를 위한 가이드입니다.",
        },
        found={
            "데이터베이스": {"database"},
            "데이터베이스에서": {"database"},
            "데이터": {"database"},
            "설정합니다": {"database"},
            "파일": {"database"},
            "쿼리셋": {"query"},
            "쿼리": {"query"},
            "실행하는": {"query"},
            "값": {"query"},
            "사용자": {"login"},
            "사용자에게": {"login"},
            "비밀번호": {"login"},
            "변경하려면": {"login"},
            "의도": {"road"},
            "도로": {"road"},
            "kubernetes": {"road"},
        },
        stop_words="그리고 합니다 은 는 를 을 수 있습니다 때에만 대한 위한 에서 입니다",
    ),
    "german": Case(
        sentences={
            "houses": "Die Häuser werden über die Benutzerverwaltung hinzugefügt.",
            "street": "Für jede Straße gibt es eine eigene Einstellung.",
            "query": "Abfragen sind schneller, wenn Sie einen Index verwenden.",
        },
        found={
            "haus": {"houses"},
            "HÄUSER": {"houses"},
            "haeuser": {"houses"},
            "hauser": {"houses"},
            "strasse": {"street"},
            "Einstellungen": {"street"},
            "Abfrage": {"query"},
            "schnell": {"query"},
            "verwendet": {"query"},
        },
        stop_words="die und für fur über wenn Sie eine sind",
    ),
    "french": Case(
        sentences={
            "school": "L'utilisateur s'est connecté à l'école jusqu'à hier.",
            "setup": "Les paramètres sont définis dans le fichier qu’il a créé.",
            "secure": "Une connexion sûre est chiffrée.",
        },
        found={
            "utilisateurs": {"school"},
            "l’utilisateur": {"school"},
            "ecole": {"school"},
            "écoles": {"school"},
            "connexions": {"secure"},
            "paramètre": {"setup"},
            "parametres": {"setup"},
            "fichiers": {"setup"},
            "sûr": {"secure"},
        },
        stop_words="les des l' qu'il d'une est été ete où dans même jusqu'à",
    ),
    "russian": Case(
        sentences={
            "models": "Ещё одна настройка моделей хранится в базе данных.",
            "users": "Пользователи могут изменить свой пароль, если они вошли.",
            "iodine": "Йод и ёлка лежат на самом верху.",
        },
        found={
            "настройки": {"models"},
            "модель": {"models"},
            "база": {"models"},
            "ПОЛЬЗОВАТЕЛЬ": {"users"},
            "пароли": {"users"},
            "елка": {"iodine"},
            "ёлки": {"iodine"},
            "йод": {"iodine"},
        },
        stop_words="и в ещё еще если они на свой",
    ),
    "arabic": Case(
        sentences={
            "users": "يُمكن للمستخدمين تغيير كلمة المرور من صفحة الإعدادات.",
            "database": "تُخزَّن البيانات في قاعدة البيانات، والمستخدم لا يراها.",
            "book": "هذا الكـــتاب يشرح الخادم والشبكة.",
        },
        found={
            "مستخدم": {"users", "database"},
            "المستخدمون": {"users", "database"},
            "كلمة": {"users"},
            "الاعدادات": {"users"},
            "إعداد": {"users"},
            "قاعده البيانات": {"database"},
            "كتاب": {"book"},
            "الكِتَاب": {"book"},
            "شبكة": {"book"},
        },
        stop_words="من في إلى الى هذا هذه لا التي على",
    ),
}


def published(language: str) -> ReleaseKey:
    here = scope(language=language)
    publish(here, *(page(uid, text, title="-") for uid, text in CASES[language].sentences.items()))
    here.refresh_from_db()
    return ReleaseKey(
        here.pk, here.key, here.version, here.release_number, Classification.PUBLIC, here.language
    )


def found(question: str, release: ReleaseKey) -> set[str]:
    by_id = dict(Passage.objects.values_list("pk", "node__uid"))
    matches = search_lexical(question, releases=[release], limit=10)
    return {by_id[match.passage_id] for match in matches.best}


@pytest.mark.parametrize("language", CASES)
def test_the_words_of_people_hit(language: str) -> None:
    release = published(language)
    expected = CASES[language].found
    assert {question: found(question, release) for question in expected} == expected


@pytest.mark.parametrize("language", CASES)
def test_a_stop_word_hits_nothing_alone_or_among_others(language: str) -> None:
    release = published(language)
    stop_words = CASES[language].stop_words
    for question in [*stop_words.split(), stop_words]:
        assert found(question, release) == set(), question


@pytest.mark.parametrize("language", CASES)
def test_the_form_of_unicode_makes_no_difference(language: str) -> None:
    release = published(language)
    for question, pages in CASES[language].found.items():
        assert found(unicodedata.normalize("NFD", question), release) == pages
