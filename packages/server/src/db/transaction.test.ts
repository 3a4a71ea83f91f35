import { expect, test } from 'vitest'
import { describeEachDatabase } from '../../test/support/databases.ts'
import { newUser } from '../../test/support/store-rows.ts'

describeEachDatabase('a transaction', (open) => {
  test('keeps all of its work when it commits', async () => {
    const database = await open()
    await database.transaction(async (tx) => {
      await tx.insertInto('users').values(newUser('ann')).execute()
      await tx.insertInto('users').values(newUser('bob')).execute()
    })
    const users = await database.sql.selectFrom('users').select('name').orderBy('id').execute()
    expect(users).toEqual([{ name: 'ann' }, { name: 'bob' }])
  })

  test('keeps none of its work when it fails, and fails with the same error', async () => {
    const database = await open()
    const failure = new Error('changed my mind')
    const outcome = database.transaction(async (tx) => {
      await tx.insertInto('users').values(newUser('ann')).execute()
      throw failure
    })
    await expect(outcome).rejects.toBe(failure)
    expect(await database.sql.selectFrom('users').selectAll().execute()).toEqual([])
  })

  test('sees its own rows while nobody else does', async () => {
    const database = await open()
    await database.transaction(async (tx) => {
      await tx.insertInto('users').values(newUser('ann')).execute()
      expect(await tx.selectFrom('users').select('name').execute()).toHaveLength(1)
      expect(await database.sql.selectFrom('users').select('name').execute()).toHaveLength(0)
    })
  })

  test('runs what was left for after the commit, in order, once others see the rows', async () => {
    const database = await open()
    const ran: string[] = []
    await database.transaction(async (tx, afterCommit) => {
      afterCommit(() => ran.push('first'))
      await tx.insertInto('users').values(newUser('ann')).execute()
      afterCommit(() => ran.push('second'))
      expect(ran).toEqual([])
    })
    expect(ran).toEqual(['first', 'second'])
  })

  test('runs nothing after a rollback', async () => {
    const database = await open()
    const ran: string[] = []
    const outcome = database.transaction(async (_tx, afterCommit) => {
      afterCommit(() => ran.push('never'))
      throw new Error('no')
    })
    await expect(outcome).rejects.toThrow('no')
    expect(ran).toEqual([])
  })

  test('has committed even if what runs afterwards fails', async () => {
    const database = await open()
    const ran: string[] = []
    const result = await database.transaction(async (tx, afterCommit) => {
      await tx.insertInto('users').values(newUser('ann')).execute()
      afterCommit(() => {
        throw new Error('too late')
      })
      afterCommit(() => ran.push('still'))
      return 'done'
    })
    expect({ result, ran }).toEqual({ result: 'done', ran: ['still'] })
    expect(await database.sql.selectFrom('users').selectAll().execute()).toHaveLength(1)
  })

  test('of many at once that read, add one and write back, none loses an update', async () => {
    const database = await open()
    const [user] = await database.sql
      .insertInto('users')
      .values({ ...newUser('ann'), created_at: 0 })
      .returning('id')
      .execute()
    const addOne = () =>
      database.transaction(async (tx) => {
        const row = await tx
          .selectFrom('users')
          .select('created_at')
          .where('id', '=', user?.id ?? 0)
          .$if(database.dialect.name === 'postgres', (query) => query.forUpdate())
          .executeTakeFirstOrThrow()
        await tx
          .updateTable('users')
          .set({ created_at: row.created_at + 1 })
          .execute()
      })
    await Promise.all(Array.from({ length: 30 }, addOne))
    const row = await database.sql.selectFrom('users').select('created_at').executeTakeFirst()
    expect(row).toEqual({ created_at: 30 })
  })
})
