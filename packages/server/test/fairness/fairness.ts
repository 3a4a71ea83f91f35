import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { setPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { listening, spawnChild } from '../durability/product-child.ts'
import { setting } from '../soak/setting.ts'
import { judge, reporter } from '../soak/verdict.ts'
import { cases } from './cases.ts'
import { attacked, prepare } from './setting.ts'
import type { Work } from './victim.ts'

/**
 * npm run test:fairness: how long a user waits alone, and while other accounts take all they can get.
 * Nothing is refused, and the median and the 95th percentile are at most three times those alone, or
 * below what a person notices. FAIRNESS_SECONDS is how long each is measured.
 */
const seconds = setting('FAIRNESS_SECONDS', 15)
const mostTimes = 3
/** Differences below this come from the two processors that all of it shares. */
const unnoticedMs = 100
const gapMs = 50
/** The attackers' work is that of other machines: it gets what the product and the victim leave. */
const lowestPriority = 19

const dataDir = await mkdtemp(join(tmpdir(), 'mailstop-fairness-'))
const report = reporter()
const faults: string[] = []
const product = await listening(spawnChild(attacked(dataDir)))
const { victim, attackers } = await prepare(product, 26_000_000)

type Figures = { p50: number; p95: number; asked: number; refused: string[] }

async function measure(work: Work): Promise<Figures> {
  const times: number[] = []
  const refused: string[] = []
  const end = performance.now() + seconds * 1_000
  while (performance.now() < end) {
    const began = performance.now()
    await work().catch((error: Error) => refused.push(error.message))
    times.push(performance.now() - began)
    await delay(gapMs)
  }
  const sorted = times.toSorted((a, b) => a - b)
  const at = (part: number) => sorted[Math.floor(part * (sorted.length - 1))] ?? 0
  return { p50: at(0.5), p95: at(0.95), asked: times.length, refused }
}

async function attackWith(attack: string): Promise<() => Promise<void>> {
  const child = fork(new URL('./attack-process.ts', import.meta.url))
  setPriority(child.pid as number, lowestPriority)
  const orders = attackers.map(({ api, ...rest }) => ({ ...rest, cookies: [...api.cookies] }))
  child.send({ attack, origin: product.origin, attackers: orders })
  await once(child, 'message')
  const ended = once(child, 'exit')
  return async () => {
    child.kill('SIGKILL')
    await ended
  }
}

const ms = (value: number) => value.toFixed(1).padStart(8)
report('    alone            beside')
report('     p50     p95     p50     p95   asked  refused')
for (const { attack, what, works } of cases) {
  report(what)
  const alone = new Map<string, Figures>()
  for (const work of works) alone.set(work, await measure(victim[work]))
  const stop = await attackWith(attack)
  for (const work of works) {
    const before = alone.get(work) as Figures
    const beside = await measure(victim[work])
    const { p50, p95, asked, refused } = beside
    const counts = `${String(asked).padStart(7)}${String(refused.length).padStart(8)}`
    report(`${ms(before.p50)}${ms(before.p95)}${ms(p50)}${ms(p95)}${counts}  ${work}`)
    if (refused.length > 0) faults.push(`${work} beside ${attack}: ${refused[0]}`)
    for (const key of ['p50', 'p95'] as const) {
      const times = beside[key] / before[key]
      if (times > mostTimes && beside[key] > unnoticedMs) {
        faults.push(`${work} beside ${attack}: ${key} ${times.toFixed(1)} times that alone`)
      }
    }
  }
  await stop()
  await delay(2_000)
}
product.signal('SIGKILL')
await product.exited
await rm(dataDir, { recursive: true })
await judge('fairness', async () => ({ faults }))
