/**
 * Packs the lines of SMTP dialogues into few characters. Most lines are the same in all dialogues: each of these is
 * one character. Of other lines the beginning and the end are one character each, and the part between is followed by
 * a line feed. Such text is stored: the lists may only grow, at their end.
 */
const wholeLines = [
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
  'C: STARTTLS',
  'S: 220 2.0.0 Ready to start TLS',
  'C: AUTH PLAIN ***',
  'C: AUTH PLAIN',
  'C: AUTH LOGIN',
  'C: AUTH LOGIN ***',
  'S: 334 ',
  'S: 334 VXNlcm5hbWU6',
  'S: 334 UGFzc3dvcmQ6',
  'C: ***',
  'S: 235 2.7.0 Authentication succeeded',
  'S: 250 2.1.0 Sender ok',
  'S: 250 2.1.5 Recipient ok',
  'C: DATA',
  'S: 354 End data with <CR><LF>.<CR><LF>',
  'C: RSET',
  'S: 250 2.0.0 Ok',
  'S: 250-AUTH PLAIN LOGIN CRAM-MD5 XOAUTH2',
  'C: AUTH CRAM-MD5',
  'C: AUTH XOAUTH2 ***',
]
const madeLines: [beginning: string, end: string][] = [
  // Matches any line.
  ['', ''],
  ['S: 220 ', ' ESMTP Mailstop'],
  ['C: EHLO ', ''],
  ['C: HELO ', ''],
  ['S: 250-', ''],
  ['S: 250 ', ''],
  ['S: 250-SIZE ', ''],
  ['C: MAIL FROM:<', '>'],
  ['C: MAIL FROM:<', ''],
  ['C: RCPT TO:<', '>'],
  ['C: (', ' bytes of content)'],
  ['C: BDAT ', ''],
]
const greeting = 1
/** The reply to EHLO begins with the name of the greeting. */
const greeted = String.fromCharCode(63)
/** Leaves room for each list to grow. */
const firstWhole = 64

const codes = new Map(
  wholeLines.map((line, index) => [line, String.fromCharCode(firstWhole + index)]),
)

export function shortLines(text: string): string {
  let short = ''
  let reply: string | undefined
  for (const line of text.split('\n')) {
    const code = codes.get(line)
    if (code !== undefined) short += code
    else if (line === reply) short += greeted
    else {
      const index = madeLines.findLastIndex(([beginning, end]) => isMade(line, beginning, end))
      const [beginning, end] = madeLines[index] ?? ['', '']
      const own = line.slice(beginning.length, line.length - end.length)
      short += `${String.fromCharCode(index)}${own}\n`
      if (index === greeting) reply = `S: 250-${own}`
    }
  }
  return short
}

export function wholeText(short: string): string {
  const lines: string[] = []
  let reply = ''
  for (let at = 0; at < short.length;) {
    const code = short.charCodeAt(at)
    at += 1
    if (code >= firstWhole) lines.push(wholeLines[code - firstWhole] ?? '')
    else if (short[at - 1] === greeted) lines.push(reply)
    else {
      const to = short.indexOf('\n', at)
      const own = short.slice(at, to)
      const [beginning, end] = madeLines[code] ?? ['', '']
      lines.push(beginning + own + end)
      if (code === greeting) reply = `S: 250-${own}`
      at = to + 1
    }
  }
  return lines.join('\n')
}

const isMade = (line: string, beginning: string, end: string) =>
  line.length >= beginning.length + end.length && line.startsWith(beginning) && line.endsWith(end)
