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
          await compare(running, send, { seed, folder: folders.get(seed) ?? '' })
        }
      }),
    )
  },
)

async function compare(
  running: RunningApp,
  send: (typeof senders)[string],
  { seed, folder }: { seed: number; folder: string },
): Promise<void> {
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
  const details = JSON.stringify({ seed, run, tried, mails: data.report.mails }, null, 1)
  const { stored, ...verdict } = countedBy(run, tried)
  expect(reported(data.report), details).toEqual(verdict)
  // The inbox itself says the same.
  const { data: caught } = await api.must(listMails, { params, query: { per_page: '100' } })
  expect(caught.length, details).toBe(stored)
}
