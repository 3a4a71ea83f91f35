import { authPlain } from './smtp-harness.ts'

/** Bytes that an attacker in the middle writes behind a client's STARTTLS. */
export type Injection = {
  title: string
  /** What the client pipelined before STARTTLS, in the same packet. */
  before: string
  injected: Buffer
  /** Whether it is sent in the packet of STARTTLS, or in one of its own that follows at once. */
  packet: 'same' | 'next'
}

const intruder = authPlain('intruder')
const pieces = [
  'NOOP\r\n',
  'RSET\r\n',
  'EHLO evil.test\r\n',
  'HELO evil.test\r\n',
  `${intruder}\r\n`,
  'AUTH LOGIN\r\n',
  `${Buffer.from('intruder').toString('base64')}\r\n`,
  'MAIL FROM:<evil@x>\r\n',
  'RCPT TO:<evil@x>\r\n',
  'DATA\r\n',
  'Subject: evil\r\n\r\nevil\r\n.\r\n',
  'BDAT 4 LAST\r\nevil',
  'BDAT 100000\r\n',
  'STARTTLS\r\n',
  'QUIT\r\n',
  'VRFY evil\r\n',
  '\r\n',
  '\n',
  '.\r\n',
  'MAIL FROM:<evil@x>',
  'NOOP',
  '\0\0\0\0',
  '\u0016\u0003\u0001\u0002',
  'x'.repeat(3_000),
  `EHLO evil\r\n${intruder}\r\nMAIL FROM:<evil@x>\r\nRCPT TO:<evil@x>\r\nDATA\r\nevil\r\n.\r\n`,
]
const befores = ['', 'NOOP\r\n', 'EHLO again.test\r\n', 'RSET\r\nNOOP\r\n', 'VRFY someone\r\n']

/** `count` different ones, the same in every run: a step through all combinations of pieces. */
export function starttlsInjections(count: number): Injection[] {
  const found = new Map<string, Injection>()
  for (let seed = 1; found.size < count; seed += 1) {
    // A multiplicative step (Knuth) spreads neighbouring seeds over the whole range.
    let rest = Math.imul(seed, 2_654_435_761) >>> 0
    const pick = <T>(from: readonly T[]): T => {
      const picked = from[rest % from.length] as T
      rest = Math.floor(rest / from.length)
      return picked
    }
    const packet = pick(['same', 'next'] as const)
    const before = pick(befores)
    const length = pick([1, 2, 3, 4])
    const text = Array.from({ length }, () => pick(pieces)).join('')
    const title = JSON.stringify([before, text, packet])
    found.set(title, { title, before, injected: Buffer.from(text, 'latin1'), packet })
  }
  return [...found.values()]
}
