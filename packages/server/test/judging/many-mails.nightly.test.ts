import { expect, test } from 'vitest'
import { describeEachDatabase } from '../support/databases.ts'
import { cases } from './guard-cases.ts'
import { guardedInbox } from './guarded-inbox.ts'

const total = 100_000
const planted = 200
const atOnce = 500

const words = 'order ship café invoice today void welcome team price report 2026 link'.split(' ')

/** Ordinary mail, no two alike. */
function ordinary(index: number) {
  const text = Array.from({ length: 40 }, (_, at) => words[(index * 7 + at * at) % words.length])
  return {
    subject: `Report ${index}`,
    to: [`p${index % 5_000}@ours.com`],
    body: `${text.join(' ')}\r\nhttps://www.ours.com/${index}`,
  }
}

describeEachDatabase('guards among very much mail', (open) => {
  test('find all that was planted, and nothing else', async () => {
    const { send, on, judging, found, guards, asker, db } = await guardedInbox(await open())
    const { check: _check, 'at-most': _counted, ...others } = cases
    const faults = Object.entries(others)
    for (const [name, { demand }] of faults) await on(name, demand)
    const expected = new Map<string, number[]>(faults.map(([name]) => [name, []]))
    for (let from = 0; from < total; from += atOnce) {
      const batch = Array.from({ length: atOnce }, async (_, at) => {
        const index = from + at
        const fault = index % (total / planted) === 77 ? index : null
        const [name, { breaks }] = faults[(fault ?? 0) % faults.length] ?? ['', { breaks: [] }]
        const id = await send(fault === null ? ordinary(index) : breaks[0]?.[0])
        if (fault !== null) expected.get(name)?.push(id)
      })
      await Promise.all(batch)
    }
    const began = performance.now()
    await judging.work()
    const judged = performance.now()
    for (const [name, ids] of expected) {
      const marked = await db.sql
        .selectFrom('mail_marks')
        .select('mail_id')
        .where('key', '=', `guard:${name}`)
        .orderBy('mail_id')
        .execute()
      expect([name, marked.map(({ mail_id }) => mail_id)]).toEqual([
        name,
        ids.toSorted((a, b) => a - b),
      ])
    }
    expect(await found('guard:any')).toHaveLength(25)
    const tried = performance.now()
    const { marked, looked_at } = await guards.tryOut(asker, {
      demand: { rule: 'recipients_within', domains: ['ours.com'] },
      except: null,
    })
    expect([marked, looked_at]).toEqual([expected.get('outside')?.length, total])
    const seconds = (from: number, to: number) => `${((to - from) / 1_000).toFixed(1)} s`
    process.stdout.write(
      `${total} mails: judged in ${seconds(began, judged)}, tried in ${seconds(tried, performance.now())}\n`,
    )
  }, 900_000)
})
