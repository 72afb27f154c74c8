"""Static files by WhiteNoise, each answered whole: Django warns of every file that is streamed under ASGI."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from whitenoise.middleware import WhiteNoiseMiddleware


class StaticFilesMiddleware(WhiteNoiseMiddleware):  # type: ignore[misc]  # WhiteNoise ships no types
    @staticmethod
    def serve(static_file: Any, request: HttpRequest) -> HttpResponse:
        # The site's own files are small, so reading one at once costs less than streaming it.
        streamed = WhiteNoiseMiddleware.serve(static_file, request)
        whole = HttpResponse(b"".join(streamed.streaming_content), status=streamed.status_code)
        del whole["content-type"]
        for name, value in streamed.headers.items():
            whole[name] = value
        streamed.close()
        return whole
