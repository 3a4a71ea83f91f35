"""Python's smtplib with a host and a port, and a login where there is one."""
import smtplib, sys
from email.message import EmailMessage

host, port, subject, *login = sys.argv[1:]
mail = EmailMessage()
mail["From"], mail["To"], mail["Subject"] = "app@sender.test", "you@recipient.test", subject
mail.set_content("Caught.")
with smtplib.SMTP(host, int(port)) as smtp:
    if login:
        smtp.login(*login)
    smtp.send_message(mail)
