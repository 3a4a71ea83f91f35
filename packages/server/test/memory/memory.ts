import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { listening, peakMemoryMb, spawnChild } from '../durability/product-child.ts'
import { logIn, signUp } from '../durability/sign-in.ts'
import { setting } from '../soak/setting.ts'
import { judge, reporter } from '../soak/verdict.ts'
import { askMeanwhile, type Row } from './asking.ts'
import { endlessMails } from './endless-mails.ts'
import { listing, mostMailBytes } from './large-mails.ts'
import { createMemoryGroup } from './memory-group.ts'
import { phases, type Phase } from './phases.ts'

/**
 * npm run test:soak -- memory: the product as one process in MEMORY_MB, 512 unless given, with the largest
 * mails and replies that there are. Nothing is killed and everything is answered: what is refused for
 * now, with a time to come back, is asked for again. All the while another user lists their mail. A
 * process that ends is a fault, and another goes on with the next phase. Before that the test has to prove
 * itself: it finds that a process whose settings let it hold more than there is was killed.
 */
const megabytes = setting('MEMORY_MB', 512)
const grace = { name: 'Grace', email: 'grace@example.test', password: 'another correct horse' }
const report = reporter()

const widths = [7, 10, 15, 12, 9]
const line = (cells: string[], what: string) =>
  `${cells.map((cell, index) => cell.padStart(widths[index] ?? 0)).join('')}  ${what}`

/** Returns what was wrong with it. */
function print({ what, asked, answered, later, longestMs, wrong }: Row, peak: string): string[] {
  const numbers = [asked, answered, later, Math.round(longestMs)].map(String)
  report(line([...numbers, peak], what))
  const reasons = [...Map.groupBy(wrong, (text) => text)]
  return reasons.map(([reason, same]) => `${what}: ${same.length} times ${reason}`)
}

/** Returns what went wrong. */
async function runAll(all: Phase[], env: Record<string, string> = {}): Promise<string[]> {
  const group = await createMemoryGroup(megabytes)
  const dataDir = await mkdtemp(join(tmpdir(), 'mailstop-memory-'))
  const faults: string[] = []
  const settings = { DATA_DIR: dataDir, SMTP_MAX_MAIL_BYTES: String(mostMailBytes), ...env }
  const start = () => listening(spawnChild(settings, { under: group.under }))
  let product = await start()
  await signUp(product)
  await signUp(product, grace)
  let isRunning = true

  async function run({ name, run: work }: Phase): Promise<void> {
    if (!isRunning) product = await start()
    isRunning = true
    const ended = product.exited.then(() => (isRunning = false))
    const signedIn = await logIn(product)
    const other = await logIn(product, grace)
    // From here on the peak is this phase's (proc(5), clear_refs).
    await writeFile(`/proc/${product.pid}/clear_refs`, '5')
    const working = work(product, signedIn)
    const [rows, beside] = await Promise.all([
      working,
      askMeanwhile('lists of another user meanwhile', listing(other), working),
    ])
    // One that was killed is gone in a moment.
    await Promise.race([ended, listing(other)().catch(() => ended)])
    const peak = isRunning ? String(Math.round(peakMemoryMb(product))) : 'killed'
    if (!isRunning) faults.push(`Mailstop ended while ${name}`)
    for (const row of [...rows, beside]) faults.push(...print(row, peak))
  }

  report(line(['asked', 'answered', 'refused first', 'longest ms', 'peak MB'], ''))
  for (const phase of all) {
    await run(phase).catch((error: Error) => {
      faults.push(`while ${phase.name}: ${error.message}`)
    })
  }
  const kills = await group.kills()
  if (kills > 0) faults.push(`${kills} processes were killed for want of memory`)
  const peakMb = Math.round(await group.peakMb())
  report(`${peakMb} MB at most with what the system keeps of files, ${kills} killed`)
  product.signal('SIGKILL')
  await product.exited
  await group.remove()
  await rm(dataDir, { recursive: true })
  return faults
}

/** More than the group has, for mail that is being received alone. */
const tooMuch = { SMTP_MEMORY_BYTES: String(4 * megabytes * 1024 * 1024) }

await judge('memory', async () => {
  report('control: a process that may hold more than there is')
  const found = await runAll([endlessMails(megabytes)], tooMuch)
  if (!found.some((fault) => fault.includes('killed'))) {
    return { faults: ['Control: a process that may hold more than there is was not killed'] }
  }
  report('control: that it was killed was found')
  return { faults: await runAll(phases) }
})
