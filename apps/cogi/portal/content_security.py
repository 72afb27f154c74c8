"""The page's Content-Security-Policy: own scripts and styles only, nothing inline, no frames."""

from __future__ import annotations

from urllib.parse import urlsplit

from django.templatetags.static import static


def content_security_policy() -> str:
    """Return the policy; static files may live on another host (``STATIC_URL``)."""
    own = " ".join(filter(None, ["'self'", _static_origin()]))
    directives = {
        "default-src": "'none'",
        "script-src": own,
        "style-src": own,
        "img-src": own,
        "connect-src": "'self'",
        "form-action": "'self'",
        "base-uri": "'none'",
        "frame-ancestors": "'none'",
        "require-trusted-types-for": "'script'",
    }
    return "; ".join(f"{name} {value}" for name, value in directives.items())


def _static_origin() -> str:
    address = urlsplit(static("cogi/portal/logo.svg"))
    return f"{address.scheme or 'https'}://{address.netloc}" if address.netloc else ""
