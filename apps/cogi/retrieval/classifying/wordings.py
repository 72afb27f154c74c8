"""How questions of each class are put into words; matched against the question in lower case."""

from __future__ import annotations

import re

_MONTHS = (
    "january|february|march|april|may|june|july|august|september|october|november|december"
    "|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec"
)
_VERSION = r"(?:v(?:ersion)?\s?)?\d+(?:\.(?:\d+|x))+|v(?:ersion)?\s?\d+"
DATED = re.compile(
    rf"\b(?:as of|in|since|until|till|before|after|by|during|on)\s+(?:early |mid |late |last |next |this )?"
    rf"(?:(?:{_MONTHS})\b|(?:19|20)\d\d\b|yesterday\b|today\b|spring\b|summer\b|autumn\b|winter\b)"
    r"|\b(?:19|20)\d\d-\d\d(?:-\d\d)?\b"
    r"|\b(?:last|previous|past|this|next) (?:year|month|week|quarter|release|version|sprint)\b"
    r"|\b(?:yesterday|\d+ (?:days|weeks|months|years) ago)\b"
)
"""A date or a stretch of time is named."""

TEMPORAL = re.compile(
    rf"^(?:and |so |but )?when (?:was|were|did|does .* (?:end|expire)|will|has|have|is .* (?:removed|"
    rf"released|due))\b"
    rf"|\bsince (?:when|what|which|{_VERSION})|\b(?:as of|before|after|until|prior to) (?:{_VERSION})"
    rf"|\b(?:in|of|for|between|from) (?:release |django |python |django rest framework )?(?:{_VERSION})(?!\S)"
    r"|\bwhat(?:'?s| is| was| are|) (?:new|changed|changing)\b|\bwhat (?:has |have )?changed\b"
    r"|\b(?:breaking|recent|latest|upcoming|api|behaviou?r|compatibility) changes?\b|\bchanges? (?:in|"
    r"since|between|from|to)\b"
    r"|\b(?:which|what) (?:version|release)s?\b|\b(?:latest|newest|last|next|current|first) (?:stable "
    r")?(?:release|version)\b"
    r"|\b(?:was|were|been|got|get|gets|is|are|be) .{0,60}\b(?:deprecated|introduced|removed|added|renamed|"
    r"discontinued|dropped)\b"
    r"|^(?:was|were) .* (?:available|supported|there|possible)\b"
    r"|\b(?:added|removed|deprecated|introduced|dropped|renamed) (?:in|since|with|by|last|this|recently)\b"
    r"|\b(?:recently|previously|formerly|originally|lately|nowadays) \w"
    r"|\b(?:history of|previous value|old default|used to be|end of life|eol|end of support|support status|"
    r"release date)\b"
    r"|\b(?:last|recently) (?:updated|changed|modified|reviewed)\b|\bdeprecation (?:timeline|policy|"
    r"schedule)\b"
    r"|\b(?:still|already|no longer|not yet) (?:\w+ )?(?:supported|available|valid|required|maintained)\b"
)
HOW_TO = re.compile(
    r"^(?:so |and |but |please |ok |hi |hey )?(?:how ?to\b|h[ow]{2} to\b|how (?:do|can|should|could|would|"
    r"might|must|shall)\b"
    r"(?! (?:\w+ ){0,4}(?:relate|differ|compare|fit together)\b)|how can\b"
    r"|(?:can|could|may) (?:i|we|you|one) |(?:i|we) (?:want|need|would like|have|am trying|are trying|'d "
    r"like) to "
    r"|(?:i'm |im )?trying to |want(?:ing)? to |need(?:ing)? to |steps? (?:to|for) |ways? to |instructions "
    r"(?:to|for|on) "
    r"|what(?:'?s| is|s| are) (?:the |a )?(?:best |right |correct |easiest |proper |recommended |simplest "
    r")?(?:way|steps|procedure|command)s? (?:to|for) "
    r"|(?:the |a )?(?:best|right|correct|easiest|proper|recommended|simplest) way (?:to|of) |is there (?:a|"
    r"any) way to "
    r"|what (?:do|should|must) (?:i|we|you) (?:need to )?(?:do|set|change|install|run|configure) )"
    r"|\bhow (?:do|can|should|to) (?:i |we |you )?\w+.*\?$|, (?:what|how) do i need to\b"
)
_VERBS = (
    "access activate add adjust allow append apply assign attach authenticate avoid backup build bundle "
    "call change check "
    "clean clear clone combine compile configure connect convert copy create customi[sz]e debug declare "
    "define delete "
    "deploy detect disable display download edit embed enable encrypt enforce exclude execute expose "
    "export extend fetch "
    "filter find fix force format generate get grant group handle hide host implement import improve "
    "include increase "
    "inject insert install integrate join keep launch limit list load log lower make manage map merge "
    "migrate mock modify "
    "monitor mount move open optimi[sz]e organi[sz]e override parse pass paginate preview prevent print "
    "process protect "
    "publish push put query raise read rebuild recover redirect reduce register release reload remove "
    "rename render "
    "replace require reset resize resolve restart restore restrict return reuse revert rotate run save "
    "scale schedule "
    "search secure select send serve set setup share show sign skip sort specify split start stop store "
    "stream submit "
    "subscribe switch sync test track train translate trigger troubleshoot turn uninstall update upgrade "
    "upload use "
    "validate verify version wrap write"
).replace(" ", "|")
_GERUNDS = (
    ""
    "adding|allowing|building|changing|configuring|connecting|converting|creating|customi[sz]ing|debugging|deploying"
    ""
    "|disabling|enabling|exporting|extending|filtering|fixing|generating|handling|hiding|implementing|importing"
    ""
    "|installing|integrating|loading|making|migrating|moving|overriding|passing|preventing|publishing|registering"
    "|removing|renaming|replacing|restricting|running|saving|sending|serving|setting "
    "up|setting|sharing|storing"
    "|testing|translating|updating|upgrading|uploading|using|validating|writing"
)
IMPERATIVE = re.compile(
    rf"^(?:please |then |now )?(?:{_VERBS}|{_GERUNDS}) (?!of\b|is\b|are\b|does\b|vs\b)[\w@`'\"/.-]+"
)
"""A task in the imperative, or in the gerund as headings put it."""

_PLACES = (
    "reference|references|guide|guides|tutorial|tutorials|changelog|release notes|home "
    "?page|homepage|faq|glossary"
    "|quick ?start|getting started|roadmap|licen[cs]e|index|cheat "
    "?sheet|section|chapter|manual|policy|pricing|support"
    "|docs|documentation|page|pages|overview page|handbook|code of "
    "conduct|contents|appendix|wiki|readme|specification"
    "|introduction|landing page|announcement|dashboard|cookbook|api docs|sitemap|portal"
)
PLACE = re.compile(rf"(?:^|\s)(?:{_PLACES})(?: (?:part |step |chapter )?\d+(?:\.\d+)*)?\W*$")
"""The question ends in the name of a kind of page."""
AT_PLACE = re.compile(rf"^(?:{_PLACES})\b(?: (?:for|of|on|about|part|page)\b|$)")
GO = re.compile(
    r"^(?:please )?(?:go to|goto|take me to|bring me to|open|navigate to|jump to|link to|links? for|show "
    r"me the|find the"
    r"|where (?:is|are|'s|s)|wheres|where (?:can|do|could|would) (?:i|we|you) (?:find|read|see|get)|url "
    r"(?:of|for)) "
)
QUESTION = re.compile(
    r"^(?:why|what|what's|whats|which|who|when|how|is|are|does|do|did|should|would|will|can|could|has|have|"
    r"explain|whose)\b"
)
"""The question is put as one."""
