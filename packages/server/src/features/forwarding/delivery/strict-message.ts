/**
 * Says in words what a relay or a later server could refuse or misread in a message (RFC 5322 sections 2.1 to 3.6);
 * none when it is strict. It does not trust the code that wrote the message: it reads the bytes, and knows only the
 * fields of the standard.
 */
export function messageProblems(message: Uint8Array): string[] {
  const bytes = Buffer.from(message.buffer, message.byteOffset, message.byteLength)
  const end = bytes.indexOf('\r\n\r\n')
  if (end === -1) return ['the header does not end']
  const lines = bytes.toString('latin1', 0, end).split('\r\n')
  return [...headerProblems(lines), ...bodyProblems(bytes.subarray(end + 4))]
}

const longestLine = 998
const onlyOnce = new Set(
  'date from sender reply-to to cc bcc message-id in-reply-to references subject mime-version content-type content-transfer-encoding'.split(
    ' ',
  ),
)

function headerProblems(lines: string[]): string[] {
  const problems: string[] = []
  const values = new Map<string, string[]>()
  let last: string[] = []
  for (const line of lines) {
    if (line.length > longestLine) problems.push('a line of the header is too long')
    if (!/^[\t\x20-\x7e]*$/.test(line)) problems.push('the header is not ASCII')
    if (/^[ \t]/.test(line)) {
      if (line.trim() === '') problems.push('a folded line is blank')
      if (last.length === 0) problems.push('the header begins with a folded line')
      last[last.length - 1] += line
      continue
    }
    const [, name, value] = /^([\x21-\x39\x3b-\x7e]+):(.*)$/.exec(line) ?? []
    if (name === undefined || value === undefined) {
      problems.push('a line of the header is no field')
      continue
    }
    const key = name.toLowerCase()
    last = values.get(key) ?? []
    last.push(value)
    values.set(key, last)
  }
  for (const [name, all] of values) {
    if (onlyOnce.has(name) && all.length > 1) problems.push(`there is more than one ${name}`)
  }
  if (!oneMailbox.test((values.get('from') ?? []).join(','))) {
    problems.push('From is not exactly one address')
  }
  if (!date.test((values.get('date') ?? []).join(','))) problems.push('there is no Date')
  return problems
}

/** A mailbox of RFC 5322 section 3.4 without comments and obsolete forms. */
const oneMailbox =
  /^\s*(?:(?:"(?:[^"\\]|\\.)*"|[\w!#$%&'*+/=?^`{|}~.-]+(?:\s+[\w!#$%&'*+/=?^`{|}~.-]+)*)\s*<[^\s<>@",;]+@[^\s<>@",;]+>|[^\s<>@",;]+@[^\s<>@",;]+)\s*$/

/** RFC 5322 section 3.3. */
const date =
  /^\s*(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun),\s+)?\d{1,2}\s+(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\s+\d{4}\s+\d\d:\d\d(?::\d\d)?\s+[+-]\d{4}\s*$/

const cr = 0x0d
const lf = 0x0a

export function bodyProblems(bytes: Buffer): string[] {
  const problems = new Set<string>()
  let line = 0
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at]
    if (byte === 0) problems.add('the body holds NUL')
    if (byte === cr && bytes[at + 1] !== lf) problems.add('the body holds a bare CR')
    if (byte !== lf) continue
    if (bytes[at - 1] !== cr) problems.add('the body holds a bare LF')
    if (at - 1 - line > longestLine) problems.add('a line of the body is too long')
    line = at + 1
  }
  if (bytes.length - line > longestLine) problems.add('a line of the body is too long')
  return [...problems]
}
