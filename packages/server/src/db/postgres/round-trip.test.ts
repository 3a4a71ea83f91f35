import { Client, types } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { newPostgres } from '../../../test/support/databases.ts'
import { insertsOf } from './batch-statements.ts'
import { ask, plain, usual, type Statement } from './round-trip.ts'

async function connected() {
  const url = await newPostgres()
  const client = new Client(url)
  client.on('error', () => {})
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

const session = { settings: null }
const rowsOf = (text: string): Statement => ({ text, values: [], hasRows: true })
const prepared = (client: Client) =>
  ask(client, [rowsOf('select statement from pg_prepared_statements order by 1')], session)

test('an error in the middle is thrown, and the connection goes on', async () => {
  const client = await connected()
  const statements = [usual('begin'), usual('select 1 / 0'), usual('select 3'), usual('commit')]
  for (const _ of ['not prepared', 'perhaps prepared']) {
    await expect(ask(client, statements, session)).rejects.toThrow('division by zero')
    await ask(client, [plain('rollback')], session)
  }
  const answers = await ask(client, [rowsOf('select 3 as three'), usual('select 4')], session)
  expect(answers).toEqual([
    { command: 'SELECT 1', rows: [{ three: 3 }] },
    { command: 'SELECT 1', rows: [] },
  ])
})

test('a connection that is lost fails what is under way', async () => {
  const client = await connected()
  const ended = plain('select pg_terminate_backend(pg_backend_pid())')
  await expect(ask(client, [usual('select 1'), ended, usual('select 2')], session)).rejects.toThrow(
    /terminat/,
  )
})

test('through a pooler nothing is prepared, as the next transaction may be of another session', async () => {
  const client = await connected()
  await ask(client, [usual('select 1')], { settings: ['set local lock_timeout = 1'] })
  expect(await prepared(client)).toMatchObject([{ rows: [] }])
  await ask(client, [usual('select 1'), plain('select 2')], session)
  expect(await prepared(client)).toMatchObject([{ rows: [{ statement: 'select 1' }] }])
})

test.each(['an answer', 'a value'])(
  'what fails on %s fails the round trip, and no more',
  async (of) => {
    const client = await connected()
    const fail = () => {
      throw new Error('It fails')
    }
    if (of === 'a value') client.setTypeParser(types.builtins.INT4, fail)
    const onAnswer = of === 'an answer' ? fail : () => {}
    const asked = [rowsOf('select 1'), usual('select 2'), usual('select 3')]
    await expect(ask(client, asked, { settings: null, onAnswer })).rejects.toThrow('It fails')
    // The answers that were under way belong to no caller.
    await expect(ask(client, asked, session)).rejects.toBeInstanceOf(Error)
  },
)

test('what cannot be sent fails the round trip, and the connection is given up', async () => {
  const client = await connected()
  const { connection } = client
  connection.execute = () => {
    throw new Error('It cannot be sent')
  }
  await expect(ask(client, [usual('select 1')], session)).rejects.toThrow('It cannot be sent')
  expect(connection.stream.destroyed).toBe(true)
  expect(connection.stream.writableCorked).toBe(0)
})

test('many small rows are few statements, and texts that differ each time are not prepared', () => {
  const tags = Array.from({ length: 5_000 }, (_, mail_id) => ({ mail_id, tag: 'x' }))
  const statements = insertsOf('mail_tags', tags)
  expect(statements.length).toBe(40)
  expect(statements.filter(({ isUsual }) => isUsual).map(({ values }) => values.length)).toEqual([
    16,
  ])
  const [partly] = insertsOf('mail_tags', [{ mail_id: 1 }, { mail_id: 2, tag: 'x' }])
  expect(partly).toMatchObject({ isUsual: false, values: [1, 2, 'x'] })
  const sources = tags.slice(0, 200).map(() => ({ source: Buffer.from('x') }))
  expect(insertsOf('mail_sources', sources).every(({ isUsual }) => isUsual)).toBe(true)
})
