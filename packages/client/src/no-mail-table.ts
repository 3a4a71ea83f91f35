import type { MailConditions, PassedOverMail } from './types.ts'

/** The message of `NoMailError`: what was waited for, what arrived instead, and why that did not match. */

type Account = {
  wanted: MailConditions & { code?: boolean; link?: string }
  count: number
  timeout: number
  saw: PassedOverMail[]
  near: PassedOverMail[]
}

export function noMailText({ wanted, count, timeout, saw, near }: Account): string {
  const what = count > 1 ? `${count} mails` : 'mail'
  const arrived =
    saw.length === 0
      ? ['Nothing else arrived.']
      : ['What arrived, the newest first:', ...table(saw)]
  const older = near.length === 0 ? [] : ['', 'Similar mail from before:', ...table(near)]
  const end = timeout === 0 ? 'is there' : `arrived within ${timeout / 1_000} s`
  return [`No ${what}${conditionsText(wanted)} ${end}.`, '', ...arrived, ...older].join('\n')
}

function conditionsText({ to, from, subject, q, tag, code, link }: Account['wanted']): string {
  const given = [
    to && ` to ${to}`,
    from && ` from ${from}`,
    subject && ` with the subject "${subject}"`,
    q && ` that the search ${q} finds`,
    tag && ` with the tag ${tag}`,
    code && ' with a code',
    link !== undefined && ` with a link${link && ` that matches ${link}`}`,
  ]
  return given.filter(Boolean).join('')
}

const heads = ['time', 'to', 'subject', 'does not match']
const widest = 48

function table(mails: PassedOverMail[]): string[] {
  const rows = mails.map(({ received_at: at, to, subject, tags, failed }) => [
    at.slice(11, 19),
    to.map(({ address }) => address).join(', '),
    subject,
    failed
      .map((each) => (each === 'tag' ? `tag (has ${tags.join(' ') || 'none'})` : each))
      .join(', '),
  ])
  const cells = [heads, ...rows].map((row) => row.map(oneLine))
  const widths = heads.map((_, column) => Math.max(...cells.map((row) => length(row[column]))))
  return cells.map((row) =>
    `  ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}`.trimEnd(),
  )
}

const length = (text = '') => text.length

/** A subject is the sender's text: no control character of it reaches a terminal. */
function oneLine(text: string): string {
  const clean = text.replaceAll(
    /[\u0000-\u001F\u007F-\u009F\u2028\u2029\u202A-\u202E\u2066-\u2069]/g,
    ' ',
  )
  return clean.length > widest ? `${clean.slice(0, widest - 1)}…` : clean
}
