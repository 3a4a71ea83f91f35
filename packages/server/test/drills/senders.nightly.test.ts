import { endDrill, listMails, startDrill } from '@mailstop/contract'
import { beforeAll, expect, test } from 'vitest'
import { installTools, tools } from '../../../../scripts/lib/debian-packages.mjs'
import { setting } from '../soak/setting.ts'
import { startApp, type RunningApp } from '../support/harness.ts'
import { newFolder } from '../support/new-folder.ts'
import { countedBy, reported } from './counted.ts'
import { drawRun } from './drawn-run.ts'
import { senders } from './senders.ts'

/** Each draws a scenario and mails for each sender. `npm run test:drills` has 20. */
const seeds = setting('DRILL_SEEDS', 9)
const runsAtOnce = 4

beforeAll(
  () => installTools([tools.phpMailers, tools.rubyMail, tools.python, tools.swaks]),
  300_000,
)

test.each(Object.entries(senders))(
  'the verdict of a drill equals the count of %s',
  { timeout: 60_000 + seeds * 60_000 },
  async (_name, send) => {
    const running = await startApp()
    const waiting = Array.from({ length: seeds }, (_, index) => index + 1)
    const folders = new Map(waiting.map((seed) => [seed, newFolder()]))
    await Promise.all(
      Array.from({ length: runsAtOnce }, async () => {
        for (let seed = waiting.shift(); seed; seed = waiting.shift()) {
          const { details, ...both } = await runOnce(running, send, {
            seed,
            folder: folders.get(seed) ?? '',
          })
          expect(both.verdict, details).toEqual(both.counted)
        }
      }),
    )
  },
)

/** Returns the verdict and what the sender counted, with the number of mails that are in the inbox. */
async function runOnce(
  running: RunningApp,
  send: (typeof senders)[string],
  { seed, folder }: { seed: number; folder: string },
): Promise<{ verdict: object; counted: object; details: string }> {
  const run = drawRun(seed)
  const { api, team } = await running.signIn(`person${seed}`)
  const params = { team: String(team.id) }
  const { steps, seconds, mails } = run
  const body = { scenario: run.scenario, steps, seconds, watch_seconds: 600, seed: `seed ${seed}` }
  const { data: drill } = await api.must(startDrill, { params, body })
  const { smtp_username: username, smtp_password: password } = team
  const server = { host: '127.0.0.1', port: running.smtpPort, username, password }
  const tried = await send({ ...server, mails, folder })
  const { data } = await api.must(endDrill, { params: { ...params, drill: String(drill.id) } })
  const { data: caught } = await api.must(listMails, { params, query: { per_page: '100' } })
  return {
    verdict: { ...reported(data.report), stored: caught.length },
    counted: countedBy(run, tried),
    details: JSON.stringify({ seed, run, tried, mails: data.report.mails }, null, 1),
  }
}
