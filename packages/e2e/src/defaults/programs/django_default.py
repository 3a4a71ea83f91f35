"""Django with the settings for a host and a port, and for a login where there is one."""
import sys

from django.conf import settings
from django.core.mail import send_mail

host, port, subject, *login = sys.argv[1:]
user = dict(zip(("EMAIL_HOST_USER", "EMAIL_HOST_PASSWORD"), login))
settings.configure(EMAIL_HOST=host, EMAIL_PORT=int(port), **user)
send_mail(subject, "Caught.", "app@sender.test", ["you@recipient.test"])
