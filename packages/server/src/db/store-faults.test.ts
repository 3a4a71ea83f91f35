import { expect, test } from 'vitest'
import { describeEachDatabase } from '../../test/support/databases.ts'
import { insertTeam } from '../../test/support/store-rows.ts'
import { isOwnerGone, isRowRefused, isUniqueViolation, storeTrouble } from './store-faults.ts'

const withFields = (fields: object, message = 'x') => Object.assign(new Error(message), fields)

test.each([
  ['a full disk', { errcode: 13 }, 'no_room'],
  ['a write that the disk failed (SQLITE_IOERR_WRITE)', { errcode: 778 }, 'no_room'],
  ['a file held by a backup', { errcode: 5 }, 'no_turn'],
  ['a disk that became read-only', { errcode: 8 }, 'read_only'],
  ['a damaged file', { errcode: 11 }, 'damaged'],
  ['a file that is no database any more', { errcode: 26 }, 'damaged'],
  ['a disk that cannot be read (SQLITE_IOERR_READ)', { errcode: 266 }, 'damaged'],
  ['a standby of Postgres', { severity: 'ERROR', code: '25006' }, 'read_only'],
  ['a damaged page of Postgres', { severity: 'ERROR', code: 'XX001' }, 'damaged'],
  ['a row of an owner that is gone', { errcode: 787 }, null],
  ['a full disk of Postgres', { severity: 'ERROR', code: '53100' }, 'no_room'],
  ['too many connections', { severity: 'FATAL', code: '53300' }, 'no_turn'],
  ['a server that stops', { severity: 'FATAL', code: '57P01' }, 'away'],
  ['a server that starts', { severity: 'FATAL', code: '57P03' }, 'away'],
  ['a database that takes no connections', { severity: 'FATAL', code: '55000' }, 'away'],
  ['a sequence without a value', { severity: 'ERROR', code: '55000' }, null],
  ['a user that is locked out', { severity: 'FATAL', code: '28000' }, 'away'],
  ['a statement that took too long', { severity: 'ERROR', code: '57014' }, 'too_slow'],
  ['a process that stood still', { severity: 'FATAL', code: '25P03' }, 'too_slow'],
  ['a lock that was not had in time', { severity: 'ERROR', code: '55P03' }, 'no_turn'],
  ['a mistake in a statement', { severity: 'ERROR', code: '42601' }, null],
  ['a port where nobody listens', { syscall: 'connect', code: 'ECONNREFUSED' }, 'away'],
  ['a socket that is not there', { syscall: 'connect', code: 'ENOENT' }, 'away'],
  ['a file that is not there', { syscall: 'open', code: 'ENOENT' }, null],
  ['a file that cannot be read', { syscall: 'read', code: 'EIO' }, null],
  ['a client that hung up', { code: 'ECONNRESET' }, null],
  ['a mistake of ours', {}, null],
])('an error means what it says of the store: %s', (_, fields, trouble) => {
  expect(storeTrouble(withFields(fields))).toBe(trouble)
})

test('an error of several addresses, none of which answers, means that the store is away', () => {
  const error = Object.assign(new AggregateError([]), { code: 'ECONNREFUSED' })
  expect(storeTrouble(error)).toBe('away')
})

test.each([
  ['timeout exceeded when trying to connect', 'no_turn'],
  ['Connection terminated unexpectedly', 'away'],
  ['Connection terminated due to connection timeout', 'away'],
  ['Query read timeout', 'away'],
  ['Client has encountered a connection error and is not queryable', 'away'],
])('the message of the driver tells what happened: %s', (message, trouble) => {
  expect(storeTrouble(new Error(message))).toBe(trouble)
})

describeEachDatabase('a store that the process has closed', (openDatabase) => {
  test('is away for what asks it', async () => {
    const db = await openDatabase()
    await db.close()
    const asked = db.sql.selectFrom('teams').select('id').execute()
    const error = await asked.catch((reason: unknown) => reason)
    expect(storeTrouble(error)).toBe('away')
  })
})

describeEachDatabase('a row that is refused', (openDatabase) => {
  async function refusalOf(teamId: (existing: number) => number): Promise<unknown> {
    const db = await openDatabase()
    const team = await insertTeam(db, 'ann')
    const row = { team_id: teamId(team.teamId), total: 0, unread: 0, flagged: 0 }
    return db.sql
      .insertInto('team_counters')
      .values(row)
      .execute()
      .catch((error: unknown) => error)
  }

  const meaningOf = (error: unknown) => ({
    ownerGone: isOwnerGone(error),
    taken: isUniqueViolation(error),
    refused: isRowRefused(error),
    trouble: storeTrouble(error),
  })

  test('because the row that it belongs to does not exist', async () => {
    const error = await refusalOf(() => 424_242)
    expect(meaningOf(error)).toEqual({
      ownerGone: true,
      taken: false,
      refused: true,
      trouble: null,
    })
  })

  test('because there is one of its key', async () => {
    const error = await refusalOf((existing) => existing)
    expect(meaningOf(error)).toEqual({
      ownerGone: false,
      taken: true,
      refused: true,
      trouble: null,
    })
  })
})

test('what is no error of a database has no meaning', () => {
  expect(isOwnerGone('nonsense')).toBe(false)
  expect(isRowRefused(new Error('nonsense'))).toBe(false)
})
