const keywords = [
  'mail.shop.example',
  'PIPELINING',
  'SIZE 26214400',
  '8BITMIME',
  'SMTPUTF8',
  'ENHANCEDSTATUSCODES',
  'CHUNKING',
  'DSN',
  'AUTH PLAIN LOGIN',
  'STARTTLS',
]

/** The dialogue of an app that logs in, sends a mail and waits for each reply, as the server keeps it. */
export function dialogueOf(index: number, envelope: { from: string; to: string[] }, bytes: number) {
  const turns = [
    ['S: 220 mail.shop.example ESMTP Mailstop'],
    [`C: EHLO app-${index % 7}.shop.example`],
    [...keywords.map((keyword) => `S: 250-${keyword}`), 'S: 250 HELP'],
    ['C: AUTH PLAIN ***'],
    ['S: 235 2.7.0 Authentication succeeded'],
    [`C: MAIL FROM:<${envelope.from}>`],
    ['S: 250 2.1.0 Sender ok'],
    ...envelope.to.flatMap((to) => [[`C: RCPT TO:<${to}>`], ['S: 250 2.1.5 Recipient ok']]),
    ['C: DATA'],
    ['S: 354 End data with <CR><LF>.<CR><LF>'],
    [`C: (${bytes} bytes of content)`],
  ]
  // A reply leaves in the millisecond of its command, or in the next.
  const timeOf = (turn: number) =>
    Math.ceil(turn / 2) * (2 + (index % 5)) + (turn % 2 === 0 && turn > 0 ? index % 2 : 0)
  return {
    transcript: `${turns.flat().join('\n')}\n`,
    transcriptTimes: turns.flatMap((lines, turn) => lines.map(() => timeOf(turn))),
  }
}
