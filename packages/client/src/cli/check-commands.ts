import { readFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { findingsThatCount } from '../checks/checks.ts'
import { guardText } from '../checks/violations.ts'
import type { Mailstop } from '../mailstop.ts'
import type { MailConditions } from '../types.ts'
import { readChoice, readTimeout, type Arguments } from './arguments.ts'
import { type CheckedMail, reports } from './check-reports.ts'

/** Commands that look for faults in mail, for pipelines. */

export type Found = { printed: string; isFault: boolean }

const formats = ['text', 'json', 'junit'] as const

export async function check(
  mailstop: Mailstop,
  given: Arguments,
  conditions: MailConditions,
): Promise<Found> {
  const failOn = readChoice('fail-on', given['fail-on'], ['fail', 'warn', 'info'])
  const format = readChoice('format', given.format, formats)
  const ignore = given.ignore?.split(',').map((word) => word.trim()) ?? []
  await mailstop.requireRules(ignore)
  const checked: CheckedMail[] = []
  for (const { id, subject } of await mailsToCheck(mailstop, given, conditions)) {
    const inspection = await mailstop.check(id)
    checked.push({
      id,
      subject,
      page: await mailstop.pageOf(id),
      inspection,
      shown: findingsThatCount(inspection, { ignore, failOn: 'info' }),
      counting: findingsThatCount(inspection, { ignore, failOn }),
    })
  }
  return {
    printed: reports[format](checked),
    isFault: checked.some(({ counting }) => counting.length > 0),
  }
}

async function mailsToCheck(
  mailstop: Mailstop,
  { words: [, file], all }: Arguments,
  conditions: MailConditions,
): Promise<{ id: number; subject: string }[]> {
  if (file !== undefined) {
    const source = file === '-' ? await buffer(process.stdin) : await readFile(file)
    // Lines of a file end as its system likes; those of a mail end with CRLF (RFC 5322 section 2.1).
    const asSent = source.toString('latin1').replaceAll(/\r?\n/g, '\r\n')
    const { id } = await mailstop.send(new Uint8Array(Buffer.from(asSent, 'latin1')))
    return [await mailstop.get(id)]
  }
  if (all) {
    const { mails } = await mailstop.list(conditions)
    if (mails.length > 0) return mails
  }
  // Without a mail, the wait's error has the table of what is there instead.
  const newest = await mailstop.latest(conditions)
  return [newest ?? (await mailstop.wait({ to: '*', ...conditions, timeout: 0 }))]
}

export async function guards(
  mailstop: Mailstop,
  given: Arguments,
  conditions: MailConditions,
): Promise<Found> {
  const timeout = readTimeout(given.timeout)
  const broken = await mailstop.violations(conditions, timeout === undefined ? {} : { timeout })
  const lines: string[] = []
  for (const { id, subject, broken_guards: broke } of broken) {
    const names = broke.map(guardText).join(', ')
    lines.push(`${names}  mail ${id} "${subject}"  ${await mailstop.pageOf(id)}`)
  }
  return {
    printed: lines.length === 0 ? 'No mail breaks a guard.' : lines.join('\n'),
    isFault: broken.length > 0,
  }
}
