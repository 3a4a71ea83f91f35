import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { fuzzRuns } from '../../../test/support/fuzz-runs.ts'
import { sessionProperties } from '../../../test/clients/session-properties.ts'

const numRuns = fuzzRuns(2_000)

test('any bytes in any cuts are answered from the table, bounded and never fatal', () => {
  expect(fc.check(sessionProperties.answered(), { numRuns })).toMatchObject({ failed: false })
})

test('how the bytes are cut changes neither the replies nor the mails', () => {
  expect(fc.check(sessionProperties.cutsDoNotMatter(), { numRuns })).toMatchObject({
    failed: false,
  })
})
