import { setImmediate } from 'node:timers/promises'
import { afterEach, expect, test, vi } from 'vitest'
import { mailInbox } from '../../../../test/clients/mail-inbox.ts'
import { describeAlike } from '../../../../test/support/databases.ts'
import { serveClient, servedClient } from '../../../lib/shares/served-client.ts'
import { createDryRun } from './dry-run.ts'
import type { Verdict } from './guard-worker.ts'

afterEach(() => vi.restoreAllMocks())

const wanted = { demand: { rule: 'recipients_at_most', most: 1 } as const, except: null }
const fine: Verdict = { broken: [], hashes: [] }

describeAlike('a dry run', (open) => {
  test('ends between two mails when its client hangs up', async () => {
    const { deps, asker, receive } = await mailInbox(await open())
    await receive('one', 'two', 'three')
    const hangUp = new AbortController()
    const tryOut = createDryRun({
      ...deps,
      async judgeAll(_guards, [first, second], mayGoOn) {
        expect(await mayGoOn()).toBe(true)
        hangUp.abort()
        expect(await mayGoOn()).toBe(false)
        return new Map([first, second].flatMap((mail) => (mail ? [[mail.id, fine]] : [])))
      },
    })
    const client = { user: 'ann', connection: {}, signal: hangUp.signal }
    const { looked_at, total } = await serveClient(client, () => tryOut(asker, wanted))
    expect([looked_at, total]).toEqual([2, 3])
  })

  test('leaves its turn to others who wait', async () => {
    const { deps, asker, receive } = await mailInbox(await open())
    await receive('one')
    const real = performance.now.bind(performance)
    let later = 0
    vi.spyOn(performance, 'now').mockImplementation(() => real() + later)
    let isEveDone = false
    const dryRun = createDryRun({
      ...deps,
      async judgeAll(_guards, mails, mayGoOn) {
        if (servedClient().user === 'eve') isEveDone = true
        while (!isEveDone) {
          later += 6_000
          expect(await mayGoOn()).toBe(true)
          await setImmediate()
        }
        return new Map(mails.map(({ id }) => [id, fine]))
      },
    })
    const tryAs = (user: string) =>
      serveClient({ user, connection: {} }, () => dryRun(asker, wanted))
    const done = await Promise.all(['ann', 'bob', 'eve'].map(tryAs))
    expect(done.map(({ looked_at }) => looked_at)).toEqual([1, 1, 1])
  })
})
