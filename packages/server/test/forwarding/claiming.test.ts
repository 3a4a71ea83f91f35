import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, onTestFinished, test } from 'vitest'
import type { Database } from '../../src/db/database.ts'
import { newPostgres, openPostgres } from '../support/databases.ts'
import { insertRule, insertTeam } from '../support/store-rows.ts'

const rounds = 200

async function startClaiming(url: string) {
  const program = join(import.meta.dirname, 'claiming-process.ts')
  const child = spawn(process.execPath, [program, url], { stdio: ['pipe', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  const claimed: string[] = []
  const ready = Promise.withResolvers<void>()
  createInterface(child.stdout).on('line', (line) => {
    if (line === 'ready') ready.resolve()
    else claimed.push(line)
  })
  await ready.promise
  return {
    claimed,
    async end(): Promise<void> {
      child.stdin.end()
      await once(child, 'close')
    },
  }
}

async function queueOne({ sql }: Database, ruleId: number): Promise<string> {
  const at = Date.now()
  const { id } = await sql
    .insertInto('rule_deliveries')
    .values({
      rule_id: ruleId,
      mail_id: null,
      state: 'queued',
      created_at: at,
      due_at: at,
      claim: null,
      attempts: 0,
      answer: null,
      settled_at: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return String(id)
}

test(
  'two processes on one Postgres never claim the same delivery',
  { timeout: 120_000 },
  async () => {
    const url = await newPostgres()
    const db = await openPostgres({ url })
    const { teamId } = await insertTeam(db, 'ann')
    const ruleId = await insertRule(db, teamId, 'dev@customer.test')
    const both = await Promise.all([startClaiming(url), startClaiming(url)])
    const isQueued = () =>
      db.sql
        .selectFrom('rule_deliveries')
        .select('id')
        .where('state', '=', 'queued')
        .executeTakeFirst()
    const queued: string[] = []
    for (let round = 0; round < rounds; round += 1) {
      queued.push(await queueOne(db, ruleId))
      // Each round begins with both of them asking for something and there being nothing.
      while (await isQueued()) continue
    }
    await Promise.all(both.map(({ end }) => end()))
    const claimed = both.flatMap((process) => process.claimed)
    expect(claimed.toSorted()).toEqual(queued.toSorted())
    expect(both.map((process) => process.claimed.length)).not.toContain(0)
    process.stdout.write(
      `claimed by each: ${both.map(({ claimed }) => claimed.length).join(', ')}\n`,
    )
  },
)
