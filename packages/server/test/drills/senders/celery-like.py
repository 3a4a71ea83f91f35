"""A worker as Celery has it with autoretry_for and retry_backoff: it tries again also when the reply to the content
never came, and gives up what is refused for good."""

import heapq
import itertools
import json
import random
import smtplib
import sys
import time
from email.message import EmailMessage
from email.utils import make_msgid

with open(sys.argv[1]) as file:
    work = json.load(file)

MAX_RETRIES = 4
BACKOFF_S = 0.3


def say(**line):
    print(json.dumps(line), flush=True)


def deliver(mail):
    message = EmailMessage()
    message["From"], message["To"] = mail["from"], mail["to"]
    message["Subject"] = mail["subject"]
    message["Message-ID"] = make_msgid(domain="app.test")
    message.set_content(mail["text"])
    with smtplib.SMTP(work["host"], work["port"], timeout=20) as smtp:
        smtp.login(work["username"], work["password"])
        smtp.send_message(message)


def code_of(error):
    if isinstance(error, smtplib.SMTPRecipientsRefused):
        return next(iter(error.recipients.values()))[0]
    return getattr(error, "smtp_code", 0)


tie = itertools.count()
began = time.monotonic()
tasks = [(began + mail["at_ms"] / 1000, next(tie), 0, mail) for mail in work["mails"]]
heapq.heapify(tasks)
while tasks:
    due, _, retries, mail = heapq.heappop(tasks)
    time.sleep(max(0, due - time.monotonic()))
    try:
        deliver(mail)
        say(mail=mail["name"], result="accepted")
        continue
    except (smtplib.SMTPException, OSError) as error:
        code = code_of(error)
        result = {4: "deferred", 5: "refused"}.get(code // 100, "broken")
        say(mail=mail["name"], result=result, said=repr(error))
    if result == "refused" or retries == MAX_RETRIES:
        say(mail=mail["name"], result="given up")
        continue
    wait = BACKOFF_S * 2**retries * random.uniform(0.5, 1)
    heapq.heappush(tasks, (time.monotonic() + wait, next(tie), retries + 1, mail))
