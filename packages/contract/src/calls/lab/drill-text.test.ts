import { expect, test } from 'vitest'
import { drillJunit, drillMarkdown } from './drill-text.ts'
import type { DrillMail, DrillReport } from './drills.ts'

const mail: DrillMail = {
  fate: 'lost',
  copies: 0,
  tried_after_refusal: false,
  guessed: false,
  sender: 'app@shop.test',
  recipients: ['ada@b.test'],
  subject: '@channel _https://evil.test | <b> [x](y)\n# www.evil.test #7',
  excerpt: null,
  mails: [],
  attempts: [],
}

test('a report in Markdown makes no link, mention or form of what a subject says', () => {
  const report = {
    sentence: '1 of 1 lost.',
    mails: [mail],
    longest_wait_ms: 0,
    timeline: { step_ms: 1, points: [] },
  } as unknown as DrillReport
  const markdown = drillMarkdown({
    name: 'x',
    state: 'ended',
    inbox: { id: 1, name: 'main' },
    started_at: '2026-01-31T12:00:00.000Z',
    report,
  })
  const row = markdown.split('\n').find((line) => line.includes('channel')) ?? ''
  expect(row).toMatch(/^[|] .* [|] lost [|]$/)
  expect(row).not.toMatch(/:\/\/|@\w|www[.]\w|evil[.]test|[^\\][[<#|_](?=\S)/)
  expect(row).toContain(String.raw`\_https`)
})

test('of a drill that runs, what has not come is not called lost', () => {
  const report = {
    offered: 1,
    at_once: 0,
    after_retries: 0,
    lost: 1,
    sentence: '1 of 1 not there yet, 0 doubled.',
    mails: [mail],
    doubled: 0,
    tried_after_refusal: 0,
    unknown: 0,
    longest_wait_ms: 0,
    timeline: {
      step_ms: 1,
      points: [
        { stored: 0, failed: 2 },
        { stored: 0, failed: 1 },
      ],
    },
  } as unknown as DrillReport
  const place = {
    name: 'x',
    inbox: { id: 1, name: 'main' },
    started_at: '2026-01-31T12:00:00.000Z',
  }
  const runs = { ...place, state: 'watching', report } as const
  expect(drillMarkdown(runs)).toContain('| Longest wait | None arrived |')
  expect(drillMarkdown(runs)).toContain('| Attempts that failed | 3 |')
  expect(drillMarkdown(runs)).toContain('| Not there yet | 1 |')
  expect(drillMarkdown(runs)).not.toMatch(/lost/i)
  expect(drillJunit(runs)).not.toContain('<failure')
  expect(drillMarkdown({ ...runs, state: 'ended' })).toContain('| Lost | 1 |')
  expect(drillJunit({ ...runs, state: 'ended' })).toContain('failures="1"')
})
