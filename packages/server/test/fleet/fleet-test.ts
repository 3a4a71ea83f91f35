import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { signUp } from '../durability/sign-in.ts'
import { examine } from '../soak/examination.ts'
import type { Product } from '../durability/product-child.ts'
import { judge, reporter } from '../soak/verdict.ts'
import { failureText, isBad, lastTrouble, longestRefusal, longestWait } from './attempts.ts'
import { createBrowser } from './browser.ts'
import { faultsOf, upgrade, type Fault } from './faults.ts'
import { startFleet, type Fleet } from './fleet.ts'
import { createSenders, smtpClients } from './senders.ts'

/**
 * npm run test:fleet: parts of a fleet break one after the other while mail comes and an inbox is open. `--only` names
 * kinds of faults; `--before` names a checkout of another version, from which the fleet is upgraded.
 */
const { values } = parseArgs({ options: { only: { type: 'string' }, before: { type: 'string' } } })
const only = values.only?.split(',') ?? null
const report = reporter()
const folder = await mkdtemp(join(tmpdir(), 'mailstop-fleet-'))

/** Nothing fails for so long before a fault counts as over, and after so long it never is. */
const calmMs = 4_000
const longestRecoveryMs = 90_000
const refusedMs = 5_000
const sampledSources = 2_000

// oxlint-disable-next-line node/no-process-env -- handed over by scripts/test-fleet.mjs
const { POSTGRES_BIN: postgresBin = '', VERSITYGW: versitygw = null } = process.env

await judge('fleet', async () => {
  const faults: string[] = []
  const { before } = values
  if (before !== undefined) {
    const program = join(before, 'packages/server/dist/main.js')
    const fleet = await startFleet({ folder, postgresBin, versitygw: null, isPlain: true, program })
    const fault = {
      kind: 'upgrade',
      name: 'upgrade, process by process',
      happen: upgrade,
      awayMs: 0,
    }
    faults.push(...(await breakParts(fleet, [fault])))
  }
  if (before === undefined || only?.some((kind) => kind !== 'upgrade')) {
    const isPlain = only?.includes('plain') ?? false
    const fleet = await startFleet({ folder, postgresBin, versitygw, isPlain })
    const chosen = faultsOf(fleet).filter(({ kind }) => only?.includes(kind) ?? true)
    faults.push(...(await breakParts(fleet, chosen)))
  }
  if (faults.length === 0) await rm(folder, { recursive: true, force: true })
  else report(`the logs of all parts are in ${folder}`)
  return { faults }
})

/** Lets the faults happen, prints the table, and returns what should not have been. */
async function breakParts(fleet: Fleet, chosen: Fault[]): Promise<string[]> {
  report(`${fleet.processes.length} processes serve at ${fleet.origin}`)
  const { team, api } = await signUp(product(fleet))
  const senders = createSenders(fleet.ports.smtp, team)
  const browser = createBrowser(api, team)
  const rows: string[][] = []
  const wrong: string[] = []
  senders.start()
  browser.start()
  try {
    await delay(calmMs)
    for (const fault of chosen) {
      const { row, problems } = await observe(fault)
      rows.push(row)
      wrong.push(...problems)
    }
  } finally {
    await senders.stop()
    await browser.stop()
  }
  const known = senders.mails.filter(({ ids }) => ids.length > 0)
  report(`${known.length} mails were acknowledged: they are counted, and ${sampledSources} read`)
  const sample = known.filter((_, at) => at % Math.ceil(known.length / sampledSources) === 0)
  const { faults, ...examined } = await examine(product(fleet), senders.mails, sample)
  report(JSON.stringify(examined))
  await fleet.stop()
  printTable(rows)
  return [...wrong, ...faults]

  async function observe(fault: Fault) {
    report(fault.name)
    const from = performance.now()
    const outcome = await fault.happen(fleet)
    const mended = performance.now()
    const isCalm = await untilCalm(mended)
    const to = performance.now()
    const within = <A extends { ended: number }>(list: A[]) =>
      list.filter(({ ended }) => ended > from)
    const mail = within(senders.attempts)
    const fresh = mail.filter(({ by }) => by === 'fresh')
    const kept = mail.filter(({ by }) => by !== 'fresh')
    const pages = within(browser.attempts)
    const recovered = Math.max(lastTrouble(mail, mended), lastTrouble(pages, mended)) - mended
    const refused = { mail: longestRefusal(fresh), pages: longestRefusal(pages) }
    const row = [
      fault.name,
      seen(fresh, refused.mail),
      seen(kept),
      `${seen(pages, refused.pages)}; live silent ${seconds(browser.longestSilence(from, to))}`,
      isCalm ? seconds(recovered) : 'never',
    ]
    report(row.slice(1).join(' | '))
    const isShared = !fault.name.includes('mailstop')
    const measuredMs = isShared ? await outcome?.away : undefined
    const awayMs = measuredMs ?? fault.awayMs
    const problems = [
      ...(isCalm ? [] : [`${fault.name}: not over after ${seconds(longestRecoveryMs)}`]),
      ...Object.entries(refused).flatMap(([what, ms]) =>
        ms > awayMs + refusedMs ? [`${fault.name}: ${what} refused for ${seconds(ms)}`] : [],
      ),
    ]
    return { row, problems }
  }

  /** Until every client has what it asks for again, and has had it for a while. */
  async function untilCalm(since: number): Promise<boolean> {
    const until = since + longestRecoveryMs
    while (performance.now() < until) {
      await delay(200)
      const now = performance.now()
      const calmFrom = now - calmMs
      if (calmFrom < since) continue
      const all = [...senders.attempts.slice(-2_000), ...browser.attempts.slice(-500)]
      const isTroubled = all.some((attempt) => attempt.ended > calmFrom && isBad(attempt))
      const served = new Set(all.filter(({ ended }) => ended > calmFrom).map(({ by }) => by))
      const isLive = browser.lastFrame() > calmFrom
      if (!isTroubled && isLive && served.size === smtpClients + 1) return true
    }
    return false
  }
}

function seen(attempts: Parameters<typeof failureText>[0], refusedForMs = 0): string {
  const failures = failureText(attempts)
  const waited = longestWait(attempts)
  const parts = [
    ...(failures === '' ? [] : [failures]),
    ...(refusedForMs > 0 ? [`refused for ${seconds(refusedForMs)}`] : []),
    `waited at most ${seconds(waited)}`,
  ]
  return parts.join('; ')
}

function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`
}

function printTable(rows: string[][]): void {
  const head = [
    'fault',
    'seen by a new SMTP connection',
    'by an open one',
    'by a browser',
    'recovered after',
  ]
  const line = (cells: string[]) => `| ${cells.join(' | ')} |\n`
  process.stdout.write(`\n${line(head)}${line(head.map(() => '---'))}${rows.map(line).join('')}\n`)
}

/** The fleet as one product: a link may be printed by any of its processes. */
function product(fleet: Fleet): Product {
  const { origin, ports, processes } = fleet
  return {
    origin,
    smtpPort: ports.smtp,
    output: () => '',
    line: <T>(find: (line: string) => T | undefined) =>
      Promise.race(processes.map((part) => part.line(find))),
  } as Product
}
