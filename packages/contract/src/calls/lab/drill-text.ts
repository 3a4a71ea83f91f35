import { countText } from '../../rules/count-text.ts'
import { inertMarkdown } from '../webhooks/inert-text.ts'
import type { Drill, DrillMail, DrillReport } from './drills.ts'

type Reported = Pick<Drill, 'name' | 'inbox' | 'state' | 'started_at'> & { report: DrillReport }

const fates: Record<DrillMail['fate'], string> = {
  at_once: 'delivered at once',
  after_retries: 'delivered after retries',
  lost: 'lost',
  unknown: 'unknown, since no server ran',
  refused: 'refused for good',
}

/** What became of a mail, in words. */
export const drillFate = (
  { fate, copies, tried_after_refusal: again, attempts: [first] }: DrillMail,
  isOver = true,
): string =>
  [
    fate === 'lost' && !isOver
      ? 'not there yet'
      : fate === 'at_once' && first?.outcome === 'unacknowledged'
        ? 'kept, and its reply was lost'
        : fates[fate],
    ...(copies > 1 ? [`there ${copies} times`] : []),
    ...(again ? ['tried again after a refusal for good'] : []),
  ].join(', ')

export const drillCounts = (report: DrillReport, isOver = true): [string, string][] => [
  ['Offered', String(report.offered)],
  ['Attempts that failed', String(failedIn(report))],
  ['Delivered at once', String(report.at_once)],
  ['Delivered after retries', String(report.after_retries)],
  [isOver ? 'Lost' : 'Not there yet', String(report.lost)],
  ['More than once', String(report.doubled)],
  ['Refused for good', String(report.refused)],
  ['Tried again after that', String(report.tried_after_refusal)],
  ['Unknown', String(report.unknown)],
  ['Longest wait', longestWait(report)],
  ['Connections left open', String(report.left_open)],
]

/** A drill whose scenario met no mail proves nothing. */
const failedIn = ({ timeline }: DrillReport): number =>
  timeline.points.reduce((sum, { failed }) => sum + failed, 0)

const longestWait = ({ at_once, after_retries, longest_wait_ms }: DrillReport): string =>
  at_once + after_retries === 0 ? 'None arrived' : `${(longest_wait_ms / 1_000).toFixed(1)} s`

const shown = ({ subject, sender, recipients }: DrillMail): string =>
  `${subject ?? '(its content never came)'}: ${sender} to ${recipients.join(', ')}`

export function drillMarkdown({ name, inbox, state, started_at: at, report }: Reported): string {
  const isOver = state === 'ended'
  return [
    `# Drill: ${inertMarkdown(name)} in ${inertMarkdown(inbox.name)}`,
    '',
    `${at}${isOver ? '' : ', so far'}: ${report.sentence}`,
    '',
    '| | |',
    '| --- | ---: |',
    ...drillCounts(report, isOver).map(([label, value]) => `| ${label} | ${value} |`),
    '',
    ...(report.mails.length === 0 ? [] : ['| mail | what became of it |', '| --- | --- |']),
    ...report.mails.map((mail) => `| ${inertMarkdown(shown(mail))} | ${drillFate(mail, isOver)} |`),
    '',
  ].join('\n')
}

// Characters that XML 1.0 has no form for are left out (section 2.2).
const xml = (text: string): string =>
  text
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
    .replace(/[<>&"]/g, (mark) => `&#${mark.charCodeAt(0)};`)

/** A case for each kind of fault, so that pipelines show which of them there was. What may still come is no fault yet. */
export function drillJunit({ name, state, report }: Reported): string {
  const isOver = state === 'ended'
  const mailOf = (fault: string) => (count: number) => `${countText(count, 'message')} ${fault}`
  const cases: [string, (mail: DrillMail) => boolean, number, (count: number) => string][] = [
    [
      'some mail is offered',
      () => false,
      isOver && report.offered === 0 ? 1 : 0,
      () => 'No message was offered',
    ],
    ['no mail is lost', ({ fate }) => fate === 'lost', isOver ? report.lost : 0, mailOf('lost')],
    ['no mail comes twice', ({ copies }) => copies > 1, report.doubled, mailOf('came twice')],
    [
      'what is refused for good is not tried again',
      (m) => m.tried_after_refusal,
      report.tried_after_refusal,
      mailOf('tried again'),
    ],
    ['all mail is known', ({ fate }) => fate === 'unknown', report.unknown, mailOf('unknown')],
  ]
  const lines = cases.map(([title, isOf, count, said]) => {
    const mails = report.mails.filter(isOf).map(shown)
    const failure =
      count === 0 ? '' : `<failure message="${said(count)}">${xml(mails.join('\n'))}</failure>`
    return `  <testcase classname="drill" name="${title}">${failure}</testcase>`
  })
  const failures = cases.filter(([, , count]) => count > 0).length
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuite name="${xml(name)}" tests="${cases.length}" failures="${failures}">`,
    ...lines,
    '</testsuite>',
    '',
  ].join('\n')
}
