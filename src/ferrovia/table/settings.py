"""Django's settings: from the environment, with all that a fresh machine needs by default.

FERROVIA_VAR       the folder for the database and the secret key; see `installed.py` for where it is by default
FERROVIA_DATABASE  postgres://user:password@host:port/name; by default SQLite in that folder
FERROVIA_SECRET    the secret key of all servers of a database, by default one of this folder; see `secret_keys`
FERROVIA_HOSTS     the names this server answers to, with commas; by default those of this machine
FERROVIA_HTTPS     1 where the table is reached by https: cookies then go over nothing else
FERROVIA_PACE      seconds that computer players leave between two moves; 0.6 by default
FERROVIA_RELOAD    1 while pages are being written: a changed template, sheet or script shows with the next request
FERROVIA_SEED_KEY  keys under which seeds are stored encrypted, with commas, the newest first; by default they are not
FERROVIA_LOG       the least grave that is written down: debug, info (every answer), warning (by default) or error
FERROVIA_LOG_FORMAT  text by default, or json: an object a line
FERROVIA_METRICS   where metrics for Prometheus are served: 127.0.0.1:9464; nowhere by default
FERROVIA_TEST_CLOCK  for tests alone: a file that says what time it is; see `shared_clock`
FERROVIA_SIGN_UP   who may sign up: open, invited or closed, as long as no host has chosen; open by default
FERROVIA_MAIL      the mail server for notices: smtp://user:password@mail.example.org:587; without one no mail is sent
FERROVIA_MAIL_FROM  whom that mail is from; by default ferrovia@ and the name of the house
FERROVIA_NETWORKS  networks that webhooks may reach besides public addresses, with commas: 192.168.1.0/24
FERROVIA_LIMITS    connection limits and timeouts that differ from those in `limits`: head_seconds=5,connections=2000
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from ferrovia.installed import SECRET, data_folder
from ferrovia.table.databases import database_settings
from ferrovia.table.logbook import log_settings
from ferrovia.table.notices.mail_servers import mail_server
from ferrovia.table.notices.outside import networks
from ferrovia.table.secret_keys import secret_keys
from ferrovia.titles.registry import TITLES, folder

VAR = data_folder()
HTTPS = os.environ.get("FERROVIA_HTTPS", "") == "1"
RELOAD = os.environ.get("FERROVIA_RELOAD", "") == "1"
TEST_CLOCK = os.environ.get("FERROVIA_TEST_CLOCK", "")
HERE = Path(__file__).parent
LOG_LEVEL, LOG_FORMAT = log_settings(os.environ)

SECRET_KEY, *SECRET_KEY_FALLBACKS = secret_keys(os.environ.get("FERROVIA_SECRET", ""), VAR / SECRET)
SEED_KEYS = tuple(key for key in os.environ.get("FERROVIA_SEED_KEY", "").split(",") if key)
DEBUG = False
ALLOWED_HOSTS = [name for name in os.environ.get("FERROVIA_HOSTS", "").split(",") if name] or [
    "localhost",
    "127.0.0.1",
    "[::1]",
]
CSRF_TRUSTED_ORIGINS = [f"https://{name}" for name in ALLOWED_HOSTS] if HTTPS else []
ROOT_URLCONF = "ferrovia.table.urls"
DATABASES = {"default": database_settings(os.environ.get("FERROVIA_DATABASE", ""), VAR)}
IS_SHARED = DATABASES["default"]["ENGINE"].endswith("postgresql")  # there may be other servers
DATABASE_ROUTERS = ["ferrovia.table.databases.Router"]
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django_htmx",
    "allauth",
    "allauth.account",
    "ferrovia.table",
]
if IS_SHARED:
    INSTALLED_APPS.append("procrastinate.contrib.django")  # see `jobs`
PROCRASTINATE_AUTODISCOVER_MODULE_NAME = "jobs"

MIDDLEWARE = [
    "ferrovia.table.metrics.MetricsMiddleware",
    "ferrovia.table.safety.HealthMiddleware",
    "ferrovia.table.safety.PolicyMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.middleware.gzip.GZipMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "ferrovia.table.safety.MethodMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "ferrovia.table.people.VisitorMiddleware",
    "ferrovia.table.host.ban_middleware.BanMiddleware",
    "ferrovia.table.rate_limits.RateLimitMiddleware",
]

# Pages and their usual parts, and what single titles bring.
_BROUGHT = [folder(name) / "table" / "jinja2" for name in TITLES]
TEMPLATE_FOLDERS = [HERE / "jinja2", *(each for each in _BROUGHT if each.is_dir())]
TEMPLATES: list[dict[str, Any]] = [
    {
        "BACKEND": "django.template.backends.jinja2.Jinja2",
        "DIRS": TEMPLATE_FOLDERS,
        "OPTIONS": {
            "environment": "ferrovia.table.markup.environment.environment",
            "auto_reload": RELOAD,
            "context_processors": [
                "django.contrib.auth.context_processors.auth",
                "ferrovia.table.people.visitor_in_templates",
            ],
        },
    },
]

# Notices: see `notices`
MAIL = mail_server(os.environ.get("FERROVIA_MAIL", ""))
MAIL_FROM = os.environ.get("FERROVIA_MAIL_FROM", "")
NETWORKS = networks(os.environ.get("FERROVIA_NETWORKS", ""))

# Accounts: a name and a password. No mail is sent: a fresh machine has nobody to send it.
AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
PASSWORD_HASHERS = ["django.contrib.auth.hashers.Argon2PasswordHasher"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in ("UserAttributeSimilarityValidator", "MinimumLengthValidator", "CommonPasswordValidator")
]
ACCOUNT_ADAPTER = "ferrovia.table.accounts.Adapter"
ACCOUNT_USERNAME_MIN_LENGTH = 1
ACCOUNT_USERNAME_VALIDATORS = "ferrovia.table.accounts.USERNAME_VALIDATORS"
# The key is a name and an address: see `accounts`. How often anybody may try at all is for `rate_limits` to say.
ACCOUNT_RATE_LIMITS = {"login_failed": "5/5m/key", "login": None}
_COUNTS = "db.DatabaseCache" if IS_SHARED else "locmem.LocMemCache"
CACHES = {
    # For those counts alone: with Django's 300 entries whoever guesses at many names would soon be forgotten.
    "default": {
        "BACKEND": f"django.core.cache.backends.{_COUNTS}",
        "LOCATION": "ferrovia_counts",
        "OPTIONS": {"MAX_ENTRIES": 20_000},
    }
}
SIGN_UP = {"open": "open", "closed": "closed"}.get(os.environ.get("FERROVIA_SIGN_UP", "open"), "invited")
PASSWORD_RESET_TIMEOUT = 60 * 60 * 24  # of a code that a host gives
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_LOGIN_METHODS = {"username"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "password1*"]
ACCOUNT_EMAIL_VERIFICATION = "none"
ACCOUNT_LOGOUT_ON_GET = False
LOGIN_REDIRECT_URL = "/"

# Both languages; which one a visitor reads is chosen by `people`.
LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English"), ("it", "Italiano")]
USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"

STATIC_URL = "/static/"
STATICFILES_DIRS = [("table/fonts", HERE.parent / "drawing" / "fonts")]  # pages and pictures have one font
STATIC_ROOT = VAR / "static"
STATIC_ROOT.mkdir(parents=True, exist_ok=True)  # whitenoise warns of one that is not there
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "ferrovia.table.static_files.PackedFiles"},
}
WHITENOISE_USE_FINDERS = True
WHITENOISE_AUTOREFRESH = RELOAD

# Cookies and headers
SESSION_ENGINE = "ferrovia.table.sessions"
SESSION_COOKIE_AGE = 60 * 60 * 24 * 365
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = HTTPS
CSRF_COOKIE_SAMESITE = "Lax"
CSRF_FAILURE_VIEW = "ferrovia.table.views.troubles.not_from_here"
SECURE_HSTS_SECONDS = 60 * 60 * 24 * 365 if HTTPS else 0
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
DATA_UPLOAD_MAX_MEMORY_SIZE = 4_000_000

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "text": {"format": "%(levelname)s: %(message)s"},
        "json": {"()": "ferrovia.table.logbook.JsonLines"},
    },
    "filters": {"seldom": {"()": "ferrovia.table.logbook.Seldom"}},
    "handlers": {
        "console": {"class": "logging.StreamHandler", "formatter": LOG_FORMAT},
        "seldom": {"class": "logging.StreamHandler", "formatter": LOG_FORMAT, "filters": ["seldom"]},
    },
    "root": {"handlers": ["console"], "level": "WARNING"},
    "loggers": {
        "ferrovia": {"level": LOG_LEVEL},
        "django": {"level": "ERROR"},  # what strangers send wrong is no error of ours
        "django.security": {"handlers": ["seldom"], "propagate": False},  # foreign hosts, forms without end
    },
}
