"""Sends the bytes of a file with Python's smtplib."""
import smtplib, ssl, sys

host, port, mode, username, password, sender, recipient, subject, file = sys.argv[1:]
context = ssl.create_default_context()
context.check_hostname = False
context.verify_mode = ssl.CERT_NONE
if mode == "tls":
    smtp = smtplib.SMTP_SSL(host, int(port), context=context)
else:
    smtp = smtplib.SMTP(host, int(port))
if mode == "starttls":
    smtp.starttls(context=context)
smtp.login(username, password)
refused = smtp.sendmail(sender, [recipient], open(file, "rb").read())
smtp.quit()
sys.exit(1 if refused else 0)
