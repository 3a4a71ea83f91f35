import { expect, test } from 'vitest'
import { allRules } from '../../src/inspect/inspect.ts'
import { cases } from './cases/cases.ts'
import { checked, type TestMail } from './mail-of.ts'
import { someByDay } from '../nightly.ts'

/** The mails that fire a rule; a large one is told by its beginning. */
async function firing(rule: string, mails: TestMail[]): Promise<string[]> {
  const fired: string[] = []
  for (const mail of mails) {
    const { sections } = await checked(mail)
    const has = sections.some(({ findings }) => findings.some((finding) => finding.rule === rule))
    if (has) fired.push(told(mail))
  }
  return fired
}

const told = (mail: TestMail) =>
  mail.source === undefined
    ? JSON.stringify(mail).slice(0, 300)
    : mail.source.toString().slice(0, 300)

test('every rule has a mail that fires it and one that does not', () => {
  const complete = Object.entries(cases).filter(
    ([, { fires, spares }]) => fires.length > 0 && spares.length > 0,
  )
  expect(complete.map(([rule]) => rule).toSorted()).toEqual(allRules.map(({ id }) => id).toSorted())
})

test.each(someByDay(Object.entries(cases), 6))(
  '%s fires where it should',
  async (rule, { fires, spares }) => {
    expect(await firing(rule, fires)).toEqual(fires.map(told))
    expect(await firing(rule, spares)).toEqual([])
  },
)

test('a rule lists its first ten places, and all of them count', async () => {
  const html = '<img src="https://example.com/a.png" width="600">'.repeat(30)
  const { sections, counts } = await checked({ html })
  const section = sections.find(({ id }) => id === 'accessibility')
  const listed = section?.findings.filter(({ rule }) => rule === 'accessibility.image-alt')
  expect(listed).toHaveLength(10)
  expect(section?.more).toBeGreaterThanOrEqual(20)
  expect(counts.fail).toBeGreaterThanOrEqual(30)
})
