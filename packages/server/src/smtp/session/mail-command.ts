import { isAscii, upperCase } from './ascii.ts'
import { readPath } from './mailbox.ts'
import { isXtext, readParameters, type Refused } from './parameters.ts'
import { replies } from './replies.ts'

/** The parameters of MAIL (RFC 5321 section 4.1.1.2). */
export type Sender = {
  from: string
  /** Declared bytes (RFC 1870). */
  size: number | null
  body: '7bit' | '8bitmime' | null
  smtputf8: boolean
  /** How much of the mail a delivery report would return (RFC 3461). */
  ret: 'full' | 'hdrs' | null
  /** As written, in xtext (RFC 3461). */
  envid: string | null
}

/** Returns null when the parameter cannot have this value. */
type Reader = (value: string | null) => Partial<Sender> | null

const bodies = { '7BIT': '7bit', '8BITMIME': '8bitmime' } as const
const returns = { FULL: 'full', HDRS: 'hdrs' } as const

const readers = new Map<string, Reader>([
  ['SIZE', (value) => (value && /^\d{1,20}$/.test(value) ? { size: Number(value) } : null)],
  ['BODY', (value) => pick(bodies, value, (body) => ({ body }))],
  ['SMTPUTF8', (value) => (value === null ? { smtputf8: true } : null)],
  ['RET', (value) => pick(returns, value, (ret) => ({ ret }))],
  ['ENVID', (value) => (isXtext(value, 100) ? { envid: value } : null)],
  // RFC 4954 section 5: the original submitter. Checked, and not kept: nothing relays it.
  ['AUTH', (value) => (value === '<>' || isXtext(value, 500) ? {} : null)],
])
export function readMail(argument: string): Sender | Refused {
  const prefix = /^FROM: */i.exec(argument)
  if (!prefix) return { refused: replies.badMailSyntax }
  const rest = argument.slice(prefix[0].length)
  const path = readPath(rest, 'reverse')
  if (!path) return { refused: replies.badSender }
  const tail = rest.slice(path.end)
  if (tail !== '' && !tail.startsWith(' ')) return { refused: replies.badSender }
  const parameters = readParameters(tail)
  if ('refused' in parameters) return parameters
  let sender: Sender = {
    from: path.address,
    size: null,
    body: null,
    smtputf8: false,
    ret: null,
    envid: null,
  }
  for (const [keyword, value] of parameters) {
    const reader = readers.get(keyword)
    if (!reader) return { refused: replies.unknownParameter }
    const read = reader(value)
    if (!read) return { refused: replies.badParameter }
    sender = { ...sender, ...read }
  }
  if (!sender.smtputf8 && !isAscii(path.address)) return { refused: replies.needsSmtpUtf8 }
  return sender
}

function pick<K extends string, V, R>(
  choices: Record<K, V>,
  value: string | null,
  result: (choice: V) => R,
): R | null {
  const key = upperCase(value ?? '')
  return Object.hasOwn(choices, key) ? result(choices[key as K]) : null
}
