"""Words by which a sentence tells that it leans on its neighbours, is an aside, or defines something.

They are English; in another language no sentence is raised or lowered by them.
"""

from __future__ import annotations

import re

_LEANING = """
    this|that|these|those|it|its|they|them|their|he|she|such|here|there|but|and|or|so|then|however
    also|therefore|thus|hence|instead|similarly|likewise|additionally|furthermore|moreover|finally
    otherwise|another|both|either|neither|again|as a result|by doing|you (?:can|could) also
    all (?:this|that|these|those|of this|of these)|default is|defaults to|one exception|the exceptions?
    for (?:this|that|these|example|instance)|with (?:this|that|these)
    as (?:above|before|described|mentioned|noted)
    in (?:addition|contrast|other words|this|that|these|those|such|the above)|when (?:this|that|it)
    if (?:so|not|this|that|it)|note that (?:this|that|it|these)
    the (?:former|latter|above|second|same|other|result)
"""
_ASIDE = """
    see|see also|also see|for more|for [^.]{1,80} see|read|now|next|default:|defaults to:
    in this (?:section|document|tutorial|chapter|guide)|(?:first,? )?(?:we|we'll|we've|let's|let me)
    (?:new|changed|deprecated) in|(?:added|changed|deprecated|removed) in
    you(?: can| may|'ll| will)?(?: also)? (?:find|read|see)
"""
_POINTING = """
    above|below|earlier|later in this|(?:previous|last|next) (?:example|section|code|view|chapter)
"""
_REFERRING = """
    (?:information|details|more) (?:on|about)|can be found (?:in|at|under)
    (?:described|documented|explained) in|refer to the|consult the
"""
_DEFINING = r"""
    [^.]{0,60}?\b(?:is|are|means|refers? to|represents?|describes?)
    [^.]{0,40}?\b(?:returns?|lets?|allows?|sets?|specif(?:y|ies)|controls?|provides?|determines?|follows?|adds?)
    [^.]{0,40}?\b(?:creates?|gives?|makes?|takes?|runs?)|(?:an?|the) \w+
"""
_VERBS = "is|are|was|were|be|must|can|may|should|will|would|has|have|had|do|does|did"
_SUBJECTLESS = rf"""
    (?!this|always|unless|besides|perhaps)\w{{3,}}s(?! (?:{_VERBS})\b)
    (?:an?|the|same|sent|used|exception|whether|like)(?!(?:\W+\w+){{0,4}}?\W+(?:{_VERBS})\b)
"""
_ASKING_HOW = """
    how|example|snippet|code|command|write|create|make|set up|configure|implement|add|use|custom
"""
_ASKING_WHEN = """
    new in|news|release|releases|released|version|versions|since|changed|changes|deprecated|removed
    added in|upgrade|upgrading|history|what's new
"""
_TELLING_HISTORY = """
    release notes|changelog|change log|changes|what's new|release history|deprecation timeline
"""
_ASKING_WHAT = "what's|what is|what are|what does|what do|define|explain|meaning of"


def _alternatives(cues: str) -> str:
    return "|".join(line.strip() for line in cues.strip().splitlines())


def _starting(cues: str) -> re.Pattern[str]:
    label = r"(?:\w+(?: \w+)?: )?"  # such as "Note: "
    return re.compile(rf"\W*{label}(?:{_alternatives(cues)})(?!\w)", re.IGNORECASE)


def _anywhere(cues: str) -> re.Pattern[str]:
    return re.compile(rf"\b(?:{_alternatives(cues)})\b", re.IGNORECASE)


# A heading that is one name, as entries of a reference have; its last part is group 1.
SYMBOL = re.compile(r"(?:[\w.]+\.)?([@-]*[\w-]+)(?:\(\))?")
LEANS = _starting(_LEANING)
IS_ASIDE = _starting(_ASIDE)
POINTS = _anywhere(_POINTING)
REFERS = _anywhere(_REFERRING)
DEFINES = _starting(_DEFINING)
LACKS_SUBJECT = _starting(_SUBJECTLESS)
ASKS_WHEN = _anywhere(_ASKING_WHEN)
TELLS_HISTORY = _anywhere(_TELLING_HISTORY)
ASKS_HOW = _anywhere(_ASKING_HOW)
ASKS_WHAT = _starting(_ASKING_WHAT)
