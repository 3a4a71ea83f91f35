import { checkOfMail, type CheckOptions, findingLine, findingsThatCount } from '../checks/checks.ts'
import type { Inbox } from '../inbox.ts'
import { guardText } from '../checks/violations.ts'
import { codeOf, linkOf, type LinkMatch } from '../mail-finds.ts'
import type { DrillReport, Mail } from '../types.ts'

/** Assertions about mail, for every framework that has `expect.extend`. */

type Verdict = { pass: boolean; message: () => string }

export type MailMatchers<R = void> = {
  /** The mail has this code; without one, it has one code. */
  toHaveCode(code?: string): R
  /** The mail has a link whose address or text matches; without one, it has a link. */
  toHaveLink(match?: LinkMatch): R
  /** The check of the mail finds nothing that counts. Await it. */
  toPassCheck(options?: CheckOptions): Promise<R>
  /** No mail that arrived in the inbox breaks a guard of the team. Await it. */
  toHoldGuards(): Promise<R>
  /** So many mails of a drill never came. */
  toHaveLost(mails: number): R
  /** So many mails of a drill came more than once. */
  toHaveDoubled(mails: number): R
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

async function toPassCheck(mail: Mail, options: CheckOptions = {}): Promise<Verdict> {
  const found = findingsThatCount(await checkOfMail(mail, options), options)
  const shown = found.slice(0, mostShown).map((finding) => `  ${findingLine(finding)}`)
  const more = found.length > mostShown ? [`  and ${found.length - mostShown} more`] : []
  return {
    pass: found.length === 0,
    message: () =>
      found.length === 0
        ? `Mail ${mail.id} "${mail.subject}" should not pass its check, and nothing was found.`
        : [`Mail ${mail.id} "${mail.subject}" should pass its check.`, ...shown, ...more].join(
            '\n',
          ),
  }
}

const mostShown = 20

async function toHoldGuards(inbox: Inbox): Promise<Verdict> {
  const broken = await inbox.violations()
  const shown = broken.map(
    ({ id, subject, broken_guards: guards }) =>
      `  mail ${id} "${subject}": ${guards.map(guardText).join(', ')}`,
  )
  return {
    pass: broken.length === 0,
    message: () =>
      broken.length === 0
        ? `A mail to ${inbox.address} should break a guard, and none does.`
        : [`No mail to ${inbox.address} should break a guard.`, ...shown].join('\n'),
  }
}

const toHaveLost = (report: DrillReport, mails: number): Verdict =>
  drillVerdict(report, report.lost === mails, `lose ${mails}`)

const toHaveDoubled = (report: DrillReport, mails: number): Verdict =>
  drillVerdict(report, report.doubled === mails, `double ${mails}`)

function drillVerdict(report: DrillReport, pass: boolean, wanted: string): Verdict {
  const shown = report.mails
    .filter(({ fate, copies }) => fate === 'lost' || copies > 1)
    .slice(0, mostShown)
    .map(
      ({ subject, recipients, fate, copies }) =>
        `  ${fate === 'lost' ? 'lost' : `came ${copies} times`}: "${subject ?? ''}" to ${recipients.join(', ')}`,
    )
  return {
    pass,
    message: () =>
      [`The app should ${pass ? 'not ' : ''}${wanted}. ${report.sentence}`, ...shown].join('\n'),
  }
}

const sentence = ({ id, subject }: Mail, pass: boolean, wanted: string) =>
  `Mail ${id} "${subject}" should ${pass ? 'not ' : ''}have ${wanted}.`

export const mailMatchers = {
  toHaveCode,
  toHaveLink,
  toPassCheck,
  toHoldGuards,
  toHaveLost,
  toHaveDoubled,
}
