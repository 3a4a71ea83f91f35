/** The dialogue in which an app sends a mail that logs in and waits for each reply, as the server keeps it. */
export function dialogueOf(index: number, envelope: { from: string; to: string[] }, bytes: number) {
  const lines = [
    'S: 220 mail.shop.example ESMTP Mailstop',
    `C: EHLO app-${index % 7}.shop.example`,
    'S: 250-mail.shop.example',
    'S: 250-PIPELINING',
    'S: 250-SIZE 26214400',
    'S: 250-8BITMIME',
    'S: 250-SMTPUTF8',
    'S: 250-ENHANCEDSTATUSCODES',
    'S: 250-CHUNKING',
    'S: 250-DSN',
    'S: 250-AUTH PLAIN LOGIN',
    'S: 250-STARTTLS',
    'S: 250 HELP',
    'C: AUTH PLAIN ***',
    'S: 235 2.7.0 Authentication succeeded',
    `C: MAIL FROM:<${envelope.from}>`,
    'S: 250 2.1.0 Sender ok',
    ...envelope.to.flatMap((to) => [`C: RCPT TO:<${to}>`, 'S: 250 2.1.5 Recipient ok']),
    'C: DATA',
    'S: 354 End data with <CR><LF>.<CR><LF>',
    `C: (${bytes} bytes of content)`,
  ]
  const transcriptTimes = lines.map((_, line) => Math.floor((line * (3 + (index % 11))) / 2))
  return { transcript: `${lines.join('\n')}\n`, transcriptTimes }
}
