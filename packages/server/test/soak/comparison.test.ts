import { expect, test } from 'vitest'
import { compareKept } from './comparison.ts'
import { trackedMail } from './tracked-mail.ts'

const sent = { ...trackedMail(1, 300), attempts: 1, ids: [7] }
const listed = { teamId: 1, id: 7, subject: `Order ${sent.token}`, size: sent.bytes }
const repeated = { ...sent, attempts: 2 }
const unanswered = { ...sent, ids: [] }

test.each([
  ['a mail that is there', [sent], [listed], 0],
  ['a mail that is not there', [sent], [], 1],
  ['a mail in another team', [sent], [{ ...listed, teamId: 2 }], 1],
  ['another mail under its id', [sent], [{ ...listed, subject: 'Order x' }], 2],
  ['a mail that is cut', [sent], [{ ...listed, size: 5 }], 1],
  ['a mail kept twice', [sent], [listed, { ...listed, id: 8 }], 1],
  ['a mail sent twice and kept twice', [repeated], [listed, { ...listed, id: 8 }], 0],
  ['a mail without a 250 that was kept', [unanswered], [listed], 0],
  ['a mail without a 250 that was not', [unanswered], [], 0],
])('the comparison of a soak run judges %s', (_, mails, list, faults) => {
  expect(compareKept(mails, list).faults).toHaveLength(faults)
})
