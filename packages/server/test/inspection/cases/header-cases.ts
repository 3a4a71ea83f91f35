import type { RuleCases, TestMail } from '../mail-of.ts'

const field = (...headers: string[]): TestMail => ({ headers })
const source = (header: string, body = 'Hello\r\n'): TestMail => ({
  source: Buffer.from(
    `From: Shop <shop@example.com>\r\nTo: ada@example.net\r\nDate: Tue, 24 Nov 2026 10:00:00 +0000\r\nMessage-ID: <1@example.com>\r\n${header}\r\n${body}`,
    'latin1',
  ),
})
const without = (name: string): TestMail => ({
  source: source('Subject: s\r\n')
    .source?.toString('latin1')
    .replace(new RegExp(`^${name}:.*\r\n`, 'm'), ''),
})
const sentTo = (...to: string[]): TestMail => ({ envelope: { to } })

export const headerCases: RuleCases = {
  'headers.from': {
    fires: [without('From'), field('From: Shop'), field('From: a@example.com, b@example.com')],
    spares: [
      {},
      field('From: a@example.com, b@example.com', 'Sender: a@example.com'),
      field('From: "a b"@example.com'),
      field('From: =?utf-8?Q?J=C3=B6rg?= <a@example.com>'),
    ],
  },
  'headers.repeated': {
    fires: ['Subject: s', 'From: a@example.com', 'To: a@b.c', 'Message-ID: <2@a.b>'].map((line) =>
      source(`${line}\r\n${line}\r\n`),
    ),
    spares: [
      source(
        'Received: a\r\nReceived: b\r\nX-Tag: a\r\nX-Tag: b\r\nComments: a\r\nComments: b\r\n',
      ),
    ],
  },
  'headers.long-line': {
    fires: [
      source('Subject: s\r\n', `${'a'.repeat(999)}\r\n`),
      source(`X-A: ${'a'.repeat(994)}\r\n`),
    ],
    spares: [
      source('Subject: s\r\n', `${'a'.repeat(998)}\r\n`),
      source(`X-A: ${'a'.repeat(993)}\r\n`),
    ],
  },
  'headers.bare-line-end': {
    fires: [source('Subject: s\r\n', 'a\nb\r\n'), source('Subject: s\r\n', 'a\rb\r\n')],
    spares: [source('Subject: s\r\n', 'a\r\n\r\nb')],
  },
  'headers.date': {
    fires: [
      without('Date'),
      field('Date: yesterday'),
      field('Date: Wed, 25 Nov 2026 10:00:06 +0000'),
      field('Date: Mon, 23 Nov 2026 10:00:04 +0000'),
    ],
    spares: [
      {},
      field('Date: Wed, 25 Nov 2026 10:00:00 +0000'),
      field('Date: Tue, 24 Nov 2026 20:00:00 +1400'),
    ],
  },
  'headers.date-zone': {
    fires: [field('Date: Tue, 24 Nov 2026 10:00:00 GMT'), field('Date: Tue, 24 Nov 2026 10:00:00')],
    spares: [{}, field('Date: Tue, 24 Nov 2026 10:00:00 +0000 (UTC)')],
  },
  'headers.message-id': {
    fires: [
      without('Message-ID'),
      ...[
        '1@example.com',
        '<1>',
        '<a b@example.com>',
        '<1@localhost>',
        '<1@laptop.local>',
        '<1@a@b>',
      ].map((id) => field(`Message-ID: ${id}`)),
    ],
    spares: [
      {},
      field('Message-ID: <1.a$b@[192.0.2.1]>'),
      field('Message-ID: <1@mail.localhost.example>'),
    ],
  },
  'headers.thread-ids': {
    fires: [
      field('References: 1@example.com'),
      field('In-Reply-To: your mail of Monday <1@example.com>'),
    ],
    spares: [field('References: <1@example.com> <2@example.com>', 'In-Reply-To: <2@example.com>')],
  },
  'headers.no-recipient': {
    fires: [without('To'), field('To: undisclosed-recipients:;')],
    spares: [{}, { ...field('Cc: a@example.net') }],
  },
  'headers.bcc': {
    fires: [field('Bcc: eve@example.net')],
    spares: [{}, field('Bcc:'), field('Cc: eve@example.net')],
  },
  'headers.hidden-recipient': {
    fires: [sentTo('ada@example.net', 'eve@example.net')],
    spares: [sentTo('ada@example.net'), sentTo('ADA@Example.net')],
  },
  'headers.not-sent-to': {
    fires: [field('Cc: bob@example.net')],
    spares: [{ ...field('Cc: bob@example.net'), ...sentTo('ada@example.net', 'bob@example.net') }],
  },
  'headers.raw-bytes': {
    fires: [source('Subject: caf\xe9\r\n'), source('Subject: caf\xc3\xa9\r\n')],
    spares: [field('Subject: =?utf-8?Q?caf=C3=A9?=')],
  },
  'headers.encoded-word': {
    fires: [
      field(`Subject: =?utf-8?Q?${'a'.repeat(64)}?=`),
      field('Subject: =?utf-8?B?w6nD?= =?utf-8?B?qQ==?='),
      field('Subject: =?utf-8?Q?caf=C3?= =?utf-8?Q?=A9?='),
      field('From: "=?utf-8?Q?J=C3=B6rg?=" <shop@example.com>'),
    ],
    spares: [
      field(`Subject: =?utf-8?Q?${'a'.repeat(63)}?=`),
      field('Subject: =?utf-8?B?w6k=?= =?utf-8?Q?=C3=A9?= "=?utf-8?Q?=C3=A9?="'),
      field('Subject: =?iso-8859-1?Q?caf=E9?='),
      field('From: =?utf-8?Q?J=C3=B6rg?= <shop@example.com>'),
    ],
  },
  'headers.name-quotes': {
    fires: [
      field('From: Rocket, Inc. <shop@example.com>'),
      field('To: Lee; Ann <ada@example.net>'),
    ],
    spares: [
      field('From: "Rocket, Inc." <shop@example.com>'),
      field('To: Lee Ann <ada@example.net>, Bob B. <b@example.net>'),
      field('To: ada@example.net (Lovelace, Ada)'),
      field('To: =?utf-8?Q?Lee=2C_Ann?= <ada@example.net>'),
      field('To: Friends: ada@example.net, b@example.net;'),
    ],
  },
  'headers.eight-bit': {
    fires: [{ source: 'From: a@b.example\r\n\r\nGrüße', envelope: { asks8Bit: false } }],
    spares: [
      { source: 'From: a@b.example\r\n\r\nGrüße', envelope: { asks8Bit: true } },
      { source: 'From: a@b.example\r\n\r\nGrüße' },
      { source: 'From: a@b.example\r\n\r\nHello', envelope: { asks8Bit: false } },
    ],
  },
  'headers.mime-version': {
    fires: [source('Subject: s\r\nContent-Type: text/plain\r\n')],
    spares: [source('Subject: s\r\n'), source('MIME-Version: 1.0\r\nContent-Type: text/plain\r\n')],
  },
  'headers.auto-submitted': {
    fires: [field('From: no-reply@example.com'), field('From: Shop <noreply@example.com>')],
    spares: [
      {},
      field('From: no-reply@example.com', 'Auto-Submitted: auto-generated'),
      field('From: no-reply@example.com', 'List-Id: <a.example.com>'),
    ],
  },
  'headers.reply-to': {
    fires: [field('Reply-To: SHOP@example.com')],
    spares: [
      {},
      field('Reply-To: help@example.com'),
      field('Reply-To: shop@example.com, help@example.com'),
    ],
  },
  'headers.program-version': {
    fires: [field('X-Mailer: PHPMailer 6.9.1'), field('X-PHP-Originating-Script: 33:mail.php')],
    spares: [field('X-Mailer: Shop'), field('X-Version: 1.2')],
  },
  'headers.unfolded-line': {
    fires: [field(`Subject: ${'a'.repeat(70)}`)],
    spares: [
      field(`Subject: ${'a'.repeat(69)}`),
      field(`Subject: ${'a'.repeat(60)}\r\n ${'a'.repeat(60)}`),
      field(`DKIM-Signature: ${'a'.repeat(100)}`),
    ],
  },
}
