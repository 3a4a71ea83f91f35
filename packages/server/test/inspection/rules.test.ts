import { expect, test } from 'vitest'
import { allRules } from '../../src/inspect/inspect.ts'
import { cases } from './cases/cases.ts'
import { checked, type TestMail } from './mail-of.ts'

/** The rules that a mail fires. */
const fired = async (mail: TestMail) =>
  (await checked(mail)).sections.flatMap(({ findings }) => findings.map(({ rule }) => rule))

test('every rule has a mail that fires it and one that does not', () => {
  const complete = Object.entries(cases).filter(
    ([, { fires, spares }]) => fires.length > 0 && spares.length > 0,
  )
  expect(complete.map(([rule]) => rule).toSorted()).toEqual(allRules.map(({ id }) => id).toSorted())
})

test.each(Object.entries(cases))(
  '%s fires where it should alone',
  async (rule, { fires, spares }) => {
    for (const mail of fires) expect(await fired(mail), mail.html).toContain(rule)
    for (const mail of spares) expect(await fired(mail), mail.html).not.toContain(rule)
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
