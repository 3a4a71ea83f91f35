import { findingLine } from '../checks/checks.ts'
import type { Finding, Inspection } from '../types.ts'

/** The forms in which people and pipelines read what a check found. */

export type CheckedMail = {
  id: number
  subject: string
  /** The address of the mail in the web app. */
  page: string
  inspection: Inspection
  /** All findings but those of ignored rules, and those that make the check fail. */
  shown: Finding[]
  counting: Finding[]
}

type Reports = Record<'text' | 'json' | 'junit', (mails: CheckedMail[]) => string>

export const reports: Reports = { text, json, junit }

function text(mails: CheckedMail[]): string {
  return mails
    .map(({ id, subject, page, shown, inspection }) => {
      const { fail, warn, info } = inspection.counts
      const counts = `${fail} to fix, ${warn} to look at, ${info} to know`
      const left = fail + warn + info - shown.length
      const more = left > 0 ? [`and ${left} more, which the list leaves out or --ignore names`] : []
      return [`mail ${id} "${subject}": ${counts}`, ...shown.map(findingLine), ...more, page].join(
        '\n',
      )
    })
    .join('\n\n')
}

function json(mails: CheckedMail[]): string {
  const shown = mails.map(({ id, subject, page, inspection, counting }) => ({
    id,
    subject,
    page,
    counting,
    inspection,
  }))
  return JSON.stringify(shown, null, 2)
}

/** One suite for each mail, one case for each section; what counts is a failure. */
function junit(mails: CheckedMail[]): string {
  const suites = mails.map(({ id, subject, inspection, counting }) => {
    const cases = inspection.sections.map((section) => {
      const found = counting.filter(({ rule }) => rule.startsWith(`${section.id}.`))
      const [first] = found
      const inner = first
        ? `<failure message="${escaped(first.message)}">${escaped(found.map(findingLine).join('\n'))}</failure>`
        : section.status === 'skipped'
          ? '<skipped/>'
          : ''
      return `    <testcase classname="mail ${id}" name="${section.id}">${inner}</testcase>`
    })
    const failed = cases.filter((line) => line.includes('<failure')).length
    const skipped = cases.filter((line) => line.includes('<skipped')).length
    const head = `  <testsuite name="${escaped(subject || `mail ${id}`)}" tests="${cases.length}" failures="${failed}" skipped="${skipped}">`
    return [head, ...cases, '  </testsuite>'].join('\n')
  })
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<testsuites>',
    ...suites,
    '</testsuites>',
  ].join('\n')
}

const escaped = (given: string) =>
  given.replace(
    /[&<>"\u0000-\u0008\u000b\u000c\u000e-\u001f]/g,
    (character) => entities[character] ?? '\ufffd',
  )
const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
}
