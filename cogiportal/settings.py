"""Settings of the ready site: all have defaults, and the environment overrides what differs by place."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from cogiportal import environment

BASE_DIR = Path(__file__).resolve().parent.parent
VAR = Path(environment.text("COGIPORTAL_VAR") or BASE_DIR / "var").resolve()

DEBUG = environment.flag("DEBUG")
HTTPS = environment.flag("COGIPORTAL_HTTPS")
SECRET_KEY = environment.secret_key(
    generated=VAR / "secret-key", may_generate=DEBUG or not environment.text("DATABASE_URL")
)
ALLOWED_HOSTS = environment.words("ALLOWED_HOSTS", "localhost,127.0.0.1,[::1]")
CSRF_TRUSTED_ORIGINS = environment.words("CSRF_TRUSTED_ORIGINS")

# --- applications -------------------------------------------------------------------------------------------

INSTALLED_APPS = [
    "cogi.portal",
    "cogi.api",
    "cogi.evaluation",
    "cogi.answers",
    "cogi.retrieval",
    "cogi.index",
    "cogi.graph",
    "cogi.ingest",
    "cogi.inference",
    "cogi.corpus",
    "channels",
    "ninja",
    "rest_framework",
    "treebeard",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.messages",
    "django.contrib.postgres",
    "django.contrib.sessions",
    "django.contrib.staticfiles",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "cogiportal.static_files.StaticFilesMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
]

ROOT_URLCONF = "cogiportal.urls"
ASGI_APPLICATION = "cogiportal.asgi.application"
WSGI_APPLICATION = "cogiportal.wsgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]

# --- database -----------------------------------------------------------------------------------------------

DATABASE_NAME = "cogiportal"
EMBEDDED_DATABASE: dict[str, Any] = {
    "ENGINE": "cogiportal.embedded.backend",
    "NAME": DATABASE_NAME,
    "EMBEDDED": {"DIRECTORY": VAR / "postgres", "DATABASE": DATABASE_NAME, "DURABLE": True},
}
DATABASES = {"default": environment.database(embedded=EMBEDDED_DATABASE)}
DATABASES["default"].setdefault("OPTIONS", {})
if environment.flag("COGIPORTAL_POOL"):
    # A pool suits a process that serves many requests; a command or a forking worker needs one connection.
    DATABASES["default"]["OPTIONS"]["pool"] = {"min_size": 2, "max_size": 20, "timeout": 10}
elif not DATABASES["default"].get("CONN_MAX_AGE"):
    # Seconds: else the threads of engines would open one for each search.
    DATABASES["default"]["CONN_MAX_AGE"] = 60
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# --- people -------------------------------------------------------------------------------------------------

AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]
LANGUAGE_CODE = "en"
TIME_ZONE = "UTC"
USE_TZ = True

# --- transport security -------------------------------------------------------------------------------------

SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
if HTTPS:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SECURE_SSL_REDIRECT = True
    SECURE_REDIRECT_EXEMPT = [r"^healthz$"]  # a load balancer asks the process itself, without TLS
    SECURE_HSTS_SECONDS = 31_536_000
    SESSION_COOKIE_SECURE = True
    CSRF_COOKIE_SECURE = True

# --- static files -------------------------------------------------------------------------------------------

STATIC_URL = "static/"
STATIC_ROOT = VAR / "static"
STATICFILES_DIRS = [BASE_DIR / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"},
}

# --- background work ----------------------------------------------------------------------------------------

CELERY_BROKER_URL = environment.text("CELERY_BROKER_URL")
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_TIMEZONE = "UTC"
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BEAT_SCHEDULE_FILENAME = str(VAR / "beat-schedule")
CELERY_BEAT_SCHEDULE = {
    "dispatch-pending-runs": {"task": "cogi.ingest.tasks.dispatch_pending_runs", "schedule": 10.0},
    "embed-pending": {"task": "cogi.index.tasks.embed_pending", "schedule": 30.0},
    "prune-scopes": {"task": "cogi.corpus.tasks.prune_scopes", "schedule": 3600.0},
    "tidy-segments": {"task": "cogi.index.tasks.tidy_segments", "schedule": 60.0},
    "tidy-vectors": {"task": "cogi.index.tasks.tidy_vectors", "schedule": 600.0},
}
if not CELERY_BROKER_URL:
    CELERY_BROKER_URL = "filesystem://localhost"
    CELERY_BROKER_TRANSPORT = "cogiportal.broker:Transport"
    CELERY_BROKER_TRANSPORT_OPTIONS = {"directory": str(VAR / "broker"), "polling_interval": 0.2}
    # Remote control would leave one queue of files behind for every worker that ever ran.
    CELERY_WORKER_ENABLE_REMOTE_CONTROL = False

# --- logs: catalogued events with fields, never content -----------------------------------------------------

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"event": {"format": "{asctime} {levelname} {name} {message}", "style": "{"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "event"}},
    "root": {"handlers": ["console"], "level": "WARNING"},
    "loggers": {
        "cogi": {"level": environment.text("LOG_LEVEL", "INFO").upper()},
        "celery": {"level": "WARNING"},
    },
}
