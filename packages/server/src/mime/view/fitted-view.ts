import type { Extracted, Mailbox } from '@mailstop/contract'
import { limits } from '@mailstop/contract/limits'
import { beginning, jsonBytes } from '../../lib/json/json-size.ts'
import type { View } from './view.ts'

/**
 * A view that fits a reply of about a megabyte and a quarter, for any mail. Bodies that are too large for
 * it are named in `large` and asked for apart; of lists the beginning is kept, and the view says `cut`.
 */
export type FittedView = View & {
  large: ('html' | 'text')[]
  /** Extraction has bounds of its own. */
  extracted: Extracted
  /** How many mailboxes are left out. */
  hidden_recipients: number
}

/** Bytes of JSON. */
const mostBytes = { headers: 256 * 1024, attachments: 192 * 1024, mailboxes: 64 * 1024 }

const mailboxFields = ['to', 'cc', 'bcc', 'reply_to'] as const

export function fitView(view: View, extracted: Extracted): FittedView {
  const large = (['html', 'text'] as const).filter((kind) => !fits(view[kind]))
  const headers = beginning(view.headers, mostBytes.headers)
  const attachments = beginning(view.attachments, mostBytes.attachments)
  const [to, cc, bcc, reply_to] = mailboxFields.map((field) =>
    beginning(view[field], mostBytes.mailboxes),
  ) as [Mailbox[], Mailbox[], Mailbox[], Mailbox[]]
  const count = (lists: Mailbox[][]) => lists.flat().length
  const isCut = headers.length < view.headers.length || attachments.length < view.attachments.length
  return {
    ...view,
    headers,
    attachments,
    to,
    cc,
    bcc,
    reply_to,
    hidden_recipients:
      count(mailboxFields.map((field) => view[field])) - count([to, cc, bcc, reply_to]),
    html: large.includes('html') ? null : view.html,
    text: large.includes('text') ? null : view.text,
    problem: isCut ? 'cut' : view.problem,
    large,
    extracted,
  }
}

/** A character takes at least one byte, so a long text is too large without escaping it. */
const fits = (text: string | null) =>
  text === null ||
  (text.length <= limits.inlineBodyBytes && jsonBytes(text) <= limits.inlineBodyBytes)
