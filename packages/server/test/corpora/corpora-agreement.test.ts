import { describe, expect, test } from 'vitest'
import { comparedFields, disagreements } from './corpora-agreement.ts'
import { corpusMails, hasCorpora } from './corpora.ts'
import { documentedDifferences } from '../fixtures/mails/documented-differences.ts'

/** The figures at least, of all mails and fields. Raise them when the reading gets better. */
const groups = [
  { section: 'Against the expected parses', isExpected: true, agree: 523 },
  { section: 'Against postal-mime', isExpected: false, agree: 1_246 },
]

describe.each(groups)('the corpora, $section', ({ section, isExpected, agree }) => {
  const documented = documentedDifferences(section)
  const mails = corpusMails().filter(({ expected }) => (expected !== undefined) === isExpected)

  test.skipIf(mails.length === 0).each(mails.map((mail) => [mail.name, mail] as const))(
    '%s is read alike, or the difference is explained',
    async (name, mail) => {
      expect(await disagreements(mail)).toEqual(documented.get(name) ?? [])
    },
  )

  test('no explanation is left over from a mail that is gone', () => {
    const names = new Set(mails.map(({ name }) => name))
    const explained = [...documented.keys()]
    const checked = hasCorpora() ? explained : explained.filter((name) => name.startsWith('own/'))
    expect(checked.filter((name) => !names.has(name))).toEqual([])
  })

  test.skipIf(!hasCorpora())(`${agree} fields agree at least`, async () => {
    let agreeing = 0
    for (const mail of mails) agreeing += comparedFields.length - (await disagreements(mail)).length
    expect(agreeing).toBeGreaterThanOrEqual(agree)
  })
})
