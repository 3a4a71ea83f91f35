import { isAscii, upperCase } from './ascii.ts'
import { readPath } from './mailbox.ts'
import { isXtext, readParameters, type Refused } from './parameters.ts'
import { replies } from './replies.ts'

/** The parameters of one RCPT (RFC 5321 section 4.1.1.3). */
export type Recipient = {
  address: string
  /** When a delivery report is wanted (RFC 3461 section 4.1). */
  notify: Notify[] | null
  /** The original recipient as `type;address` in xtext (RFC 3461 section 4.2). */
  orcpt: string | null
}
export type Notify = 'never' | 'success' | 'failure' | 'delay'

const notifications = new Map<string, Notify>([
  ['NEVER', 'never'],
  ['SUCCESS', 'success'],
  ['FAILURE', 'failure'],
  ['DELAY', 'delay'],
])

/** Reads the rest of `RCPT`; `smtputf8` is the parameter of MAIL. */
export function readRcpt(argument: string, smtputf8: boolean): Recipient | Refused {
  const prefix = /^TO: */i.exec(argument)
  if (!prefix) return { refused: replies.badRcptSyntax }
  const rest = argument.slice(prefix[0].length)
  const path = readPath(rest, 'forward')
  if (!path) return { refused: replies.badRecipient }
  const tail = rest.slice(path.end)
  if (tail !== '' && !tail.startsWith(' ')) return { refused: replies.badRecipient }
  const parameters = readParameters(tail)
  if ('refused' in parameters) return parameters
  let notify: Notify[] | null = null
  let orcpt: string | null = null
  for (const [keyword, value] of parameters) {
    if (keyword === 'NOTIFY') {
      notify = readNotify(value)
      if (!notify) return { refused: replies.badParameter }
    } else if (keyword === 'ORCPT') {
      if (!isOriginalRecipient(value, smtputf8)) return { refused: replies.badParameter }
      orcpt = value
    } else return { refused: replies.unknownParameter }
  }
  if (!smtputf8 && !isAscii(path.address)) return { refused: replies.needsSmtpUtf8 }
  return { address: path.address, notify, orcpt }
}

/** NEVER stands alone; the others may be combined, each once. */
function readNotify(value: string | null): Notify[] | null {
  const words = upperCase(value ?? '').split(',')
  const read = words.flatMap((word) => notifications.get(word) ?? [])
  if (read.length !== words.length || new Set(read).size !== read.length) return null
  return read.includes('never') && read.length > 1 ? null : read
}

/** RFC 6533 section 3 lets the address be UTF-8 when the mail is SMTPUTF8. */
function isOriginalRecipient(value: string | null, smtputf8: boolean): value is string {
  const [, address] = /^[A-Za-z0-9-]+;(.+)$/.exec(value ?? '') ?? []
  if (value === null || value.length > 500 || address === undefined) return false
  return isXtext(smtputf8 ? address.replace(/[\u0080-\u{10ffff}]/gu, 'x') : address, 500)
}
