import { codeOf, linkOf, type LinkMatch } from './mail-finds.ts'
import type { Mail } from './types.ts'

/** `expect(mail).toHaveCode()` and `toHaveLink()`, for every framework that has `expect.extend`. */

type Verdict = { pass: boolean; message: () => string }

export type MailMatchers<R = void> = {
  /** The mail has this code; without one, it has one code. */
  toHaveCode(code?: string): R
  /** The mail has a link whose address or text matches; without one, it has a link. */
  toHaveLink(match?: LinkMatch): R
}

function toHaveCode(mail: Mail, code?: string): Verdict {
  const codes = mail.extracted?.codes ?? []
  const pass =
    code === undefined ? codeOf(mail) !== null : codes.some(({ value }) => value === code)
  const found =
    codes.length === 0 ? 'It has none.' : `It has ${codes.map(({ value }) => value).join(', ')}.`
  return {
    pass,
    message: () => `${sentence(mail, pass, code ? `the code ${code}` : 'a code')} ${found}`,
  }
}

function toHaveLink(mail: Mail, match: LinkMatch = ''): Verdict {
  const pass = linkOf(mail, match) !== null
  const links = mail.extracted?.links ?? []
  const found =
    links.length === 0
      ? 'It has none.'
      : `It has:\n${links.map(({ href }) => `  ${href}`).join('\n')}`
  const wanted = match === '' ? 'a link' : `a link that matches ${String(match)}`
  return { pass, message: () => `${sentence(mail, pass, wanted)} ${found}` }
}

const sentence = ({ id, subject }: Mail, pass: boolean, wanted: string) =>
  `Mail ${id} "${subject}" should ${pass ? 'not ' : ''}have ${wanted}.`

export const mailMatchers = { toHaveCode, toHaveLink }
