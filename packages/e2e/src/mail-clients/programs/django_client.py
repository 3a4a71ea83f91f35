"""Sends a mail as a Django app does, and prints the bytes that Django gave to smtplib."""
import smtplib, sys

host, port, mode, username, password, sender, recipient, subject, file = sys.argv[1:]

from django.conf import settings

settings.configure(
    EMAIL_HOST=host,
    EMAIL_PORT=int(port),
    EMAIL_HOST_USER=username,
    EMAIL_HOST_PASSWORD=password,
    EMAIL_USE_TLS=mode == "starttls",
    EMAIL_USE_SSL=mode == "tls",
)
from django.core.mail import EmailMultiAlternatives

given = smtplib.SMTP.sendmail


def sendmail(self, from_addr, to_addrs, msg, *args, **options):
    sys.stdout.buffer.write(msg)
    return given(self, from_addr, to_addrs, msg, *args, **options)


smtplib.SMTP.sendmail = sendmail
mail = EmailMultiAlternatives(subject, "Zürich\n.dot\n..dots\n", sender, [recipient])
mail.attach_alternative("<p>Zürich</p>", "text/html")
mail.attach("prices.csv", "tea,2.40\n", "text/csv")
sys.exit(0 if mail.send() == 1 else 1)
