"""Sends a mail as any code of a Django project does, with the settings beside it."""
import os, sys

os.environ["DJANGO_SETTINGS_MODULE"] = "settings"
sys.path.insert(0, os.getcwd())
import django
from django.core.mail import send_mail

django.setup()
sent = send_mail("Hello from Django", "Caught.", "app@example.test", ["you@example.test"])
sys.exit(0 if sent == 1 else 1)
