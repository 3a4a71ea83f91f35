import { expect, test } from 'vitest'
import {
  judgeCertificate,
  judgeClock,
  judgeRights,
  judgeRoom,
  judgeTables,
  judgeWrites,
} from './doctor-rules.ts'

const day = 86_400_000
const now = Date.UTC(2026, 0, 1)
const lasting = { validFrom: now - day, validTo: now + 90 * day, isNamed: true, isOwn: true }

test.each([
  [judgeRoom(99_999_999), 'fail', '99 MB are free'],
  [judgeRoom(100_000_000), 'warn', '100 MB are free'],
  [judgeRoom(999_999_999), 'warn', '999 MB are free'],
  [judgeRoom(1_500_000_000), 'ok', '1.5 GB are free'],
  [judgeWrites([900, 1, 2]), 'ok', 'a write is safe after 2.0 ms'],
  [judgeWrites([50, 1, 60]), 'warn', 'a write is safe after 50.0 ms'],
  [judgeRights('/data', { mode: 0o40700, isOwn: true }), 'ok', 'only its user may enter /data'],
  [judgeRights('/data', { mode: 0o40750, isOwn: true }), 'warn', /other users .* \(mode 750\)/],
  [judgeRights('/data', { mode: 0o40700, isOwn: false }), 'warn', /belongs to another user/],
  [judgeClock(-1_900), 'ok', '1.9 s from the clock of the database'],
  [judgeClock(2_000), 'warn', /^2\.0 s/],
  [judgeClock(-30_000), 'fail', /^30\.0 s/],
  [judgeTables('SQLite 3', 'current', false), 'ok', 'SQLite 3'],
  [judgeTables('SQLite 3', 'none', false), 'ok', /without tables yet/],
  [judgeTables('SQLite 3', 'older', false), 'ok', /an older version: the next start updates them/],
  [judgeTables('SQLite 3', 'newer', false), 'fail', /a newer version/],
  [
    judgeTables('Postgres 18', 'newer', true),
    'warn',
    /a newer version: processes of this one go on/,
  ],
])('%j is judged', (finding, level, text) => {
  expect(finding.level).toBe(level)
  expect(finding.text).toMatch(text)
  // What is not well has advice.
  expect(finding.advice === undefined).toBe(level === 'ok')
})

test.each([
  ['lasts', {}, [['ok', 'is valid until 2026-04-01']]],
  ['ends soon', { validTo: now + 13 * day }, [['warn', 'is valid until 2026-01-14']]],
  ['has ended', { validTo: now }, [['fail', 'ended on 2026-01-01']]],
  ['begins later', { validFrom: now + 1 }, [['fail', 'is not valid yet']]],
  [
    'names another host',
    { isNamed: false },
    [
      ['ok', 'is valid until 2026-04-01'],
      ['warn', 'does not name mail.test'],
    ],
  ],
])('a certificate that %s is judged by its dates and names', (_, change, findings) => {
  const found = judgeCertificate('mail.test', { ...lasting, ...change }, now)
  expect(found.map(({ level, text }) => [level, text])).toEqual(findings)
})
