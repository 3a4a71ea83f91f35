import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { listening, peakMemoryMb, spawnChild } from '../durability/product-child.ts'
import { logIn, signUp } from '../durability/sign-in.ts'
import { setting } from '../soak/setting.ts'
import { judge, reporter } from '../soak/verdict.ts'
import { askMeanwhile, type Row } from './asking.ts'
import { listing } from './large-mails.ts'
import { createMemoryGroup } from './memory-group.ts'
import { phases, type Phase } from './phases.ts'

/**
 * npm run test:memory: the product as one process in MEMORY_MB, 512 unless given, with the largest
 * mails and replies that there are. Nothing is killed and everything is answered: what is refused for
 * now, with a time to come back, is asked for again. All the while another user lists their mail. A
 * process that ends is a fault, and another goes on with the next phase.
 */
const group = await createMemoryGroup(setting('MEMORY_MB', 512))
const grace = { name: 'Grace', email: 'grace@example.test', password: 'another correct horse' }
const dataDir = await mkdtemp(join(tmpdir(), 'mailstop-memory-'))
const report = reporter()
const faults: string[] = []

const start = () => listening(spawnChild({ DATA_DIR: dataDir }, { under: group.under }))
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
  for (const row of [...rows, beside]) print(row, peak)
}

const widths = [7, 10, 15, 12, 9]
const line = (cells: string[], what: string) =>
  `${cells.map((cell, index) => cell.padStart(widths[index] ?? 0)).join('')}  ${what}`

function print({ what, asked, answered, later, longestMs, wrong }: Row, peak: string): void {
  const numbers = [asked, answered, later, Math.round(longestMs)].map(String)
  report(line([...numbers, peak], what))
  for (const [reason, same] of Map.groupBy(wrong, (text) => text)) {
    faults.push(`${what}: ${same.length} times ${reason}`)
  }
}

report(line(['asked', 'answered', 'refused first', 'longest ms', 'peak MB'], ''))
for (const phase of phases) {
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
await judge('memory', async () => ({ faults }))
