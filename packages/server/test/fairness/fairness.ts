import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { setPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { listening, spawnChild } from '../durability/product-child.ts'
import { setting } from '../soak/setting.ts'
import { judge, reporter } from '../soak/verdict.ts'
import type { Attacker } from './attacks.ts'
import { cases, connectionCases, personCases } from './cases.ts'
import { attacked, prepare, preparePrograms } from './setting.ts'
import { compare, measure, type Compared } from './turns.ts'

/**
 * npm run test:soak -- fairness: how long a user waits alone, and while others take all they can get, in turns, so that other
 * work of the machine is in both. Nothing is refused, and the median and the 95th percentile are at most three times
 * those alone, or below what a person notices. FAIRNESS_SECONDS is how long each is measured; the words of the
 * command name attacks.
 *
 * Each attack of one person has a control: the same work in that person's own name has to suffer, or the attack shows
 * nothing. The control of one address is that its connections made way for its next ones, or were refused for want of
 * a session.
 */
const seconds = setting('FAIRNESS_SECONDS', 15)
const turns = 3
const mostTimes = 3
/** Differences below this come from the two processors that all of it shares. */
const unnoticedMs = 100
/** The attackers' work stands for other machines: it gets what the product and the victim leave. */
const lowPriority = 10
const largestBytes = 26_000_000
const named = process.argv.slice(2)
const isChosen = ({ attack }: { attack: string }) => named.length === 0 || named.includes(attack)

const dataDir = await mkdtemp(join(tmpdir(), 'mailstop-fairness-'))
const report = reporter()
const faults: string[] = []
const product = await listening(spawnChild(attacked(dataDir)))
const { victim, attackers } = await prepare(product, largestBytes)

type Running = { lost: () => number; stop: () => Promise<void> }

async function attackWith(attack: string, by: Attacker[]): Promise<Running> {
  const child = fork(new URL('./attack-process.ts', import.meta.url))
  setPriority(child.pid as number, lowPriority)
  const orders = by.map(({ api, ...rest }) => ({
    ...rest,
    cookies: [...api.cookies],
    headers: api.headers,
  }))
  child.send({ attack, origin: product.origin, attackers: orders })
  let lost = 0
  child.on('message', (message: { lost: number }) => ({ lost } = message))
  await once(child, 'message')
  const ended = once(child, 'exit')
  return {
    lost: () => lost,
    async stop() {
      child.kill('SIGKILL')
      await ended
      // The product learns of as many closed connections, and works off what they asked for.
      await delay(1_000)
    },
  }
}

const ms = (value: number) => value.toFixed(1).padStart(8)

function say(name: string, { alone, beside, times, refused }: Compared): void {
  const counts = `${times.toFixed(1).padStart(7)}${String(refused.length).padStart(8)}`
  report(`${ms(alone.p50)}${ms(alone.p95)}${ms(beside.p50)}${ms(beside.p95)}${counts}  ${name}`)
}

const suffers = ({ beside, times, refused }: Compared) =>
  refused.length > 0 || (times > mostTimes && beside.p95 > unnoticedMs)

/** A control is of few large works: some of them wait long, and whole turns may have none of these. */
const shows = ({ alone, beside, refused }: Compared) =>
  refused.length > 0 || beside.p95 > Math.max(unnoticedMs, mostTimes * alone.p95)

report('    alone            beside')
report('     p50     p95     p50     p95   times refused')

type Kind = { by: Attacker[]; control?: typeof victim; losesOwn?: true }

async function run(
  { attack, what, works }: (typeof cases)[number],
  { by, control, losesOwn }: Kind,
): Promise<void> {
  report(what)
  const forMs = (seconds * 1_000) / turns
  let lost = 0
  for (const work of works) {
    for (const [who, one] of [
      ['', victim],
      ['control: ', control],
    ] as const) {
      // What is small does not wait for what is large, whoever asks.
      if (!one || (who !== '' && !work.endsWith('Large'))) continue
      const measured = []
      for (let turn = 0; turn < turns; turn += 1) {
        const alone = await measure(one[work], forMs)
        const running = await attackWith(attack, by)
        const beside = await measure(one[work], forMs)
        lost += running.lost()
        await running.stop()
        measured.push({ alone, beside })
      }
      const compared = compare(measured)
      say(`${who}${work}`, compared)
      const { times, refused } = compared
      const how = refused[0] ?? `${times.toFixed(1)} times as long as alone`
      if (who === '' && suffers(compared)) faults.push(`${work} beside ${attack}: ${how}`)
      if (who !== '' && !shows(compared)) faults.push(`${attack} does not show in ${work}`)
    }
  }
  if (losesOwn && lost === 0) faults.push(`${attack} does not show in its own connections`)
}

for (const each of cases.filter(isChosen)) {
  await run(each, { by: attackers })
}
for (const each of connectionCases.filter(isChosen)) {
  await run(each, { by: attackers, losesOwn: true })
}
const chosen = personCases.filter(isChosen)
if (chosen.length > 0) {
  const { own, programs } = await preparePrograms(product, largestBytes)
  for (const each of chosen) {
    const by = each.attack === 'downloadSteadily' ? programs.slice(0, 8) : programs
    await run(each, { by, control: own })
  }
}
product.signal('SIGKILL')
await product.exited
await rm(dataDir, { recursive: true })
await judge('fairness', async () => ({ faults }))
