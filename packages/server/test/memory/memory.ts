import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { listening, peakMemoryMb, spawnChild } from '../durability/product-child.ts'
import { signUp } from '../durability/sign-in.ts'
import { setting } from '../soak/setting.ts'
import { hashOf } from '../soak/tracked-mail.ts'
import { judge, reporter } from '../soak/verdict.ts'
import { askAll, askMeanwhile, type Row } from './asking.ts'
import {
  downloading,
  idsOf,
  largeText,
  listing,
  opening,
  sending,
  textOfControls,
} from './large-mails.ts'
import { createMemoryGroup } from './memory-group.ts'
import { openSilentReaders } from './silent-readers.ts'

/**
 * npm run test:memory: the product as one process in MEMORY_MB, 512 unless given, with the largest
 * mails and replies that there are. Nothing is killed and everything is answered: what is refused for now,
 * with a time to come back, is asked for again. All the while another user lists their mail.
 */
const group = await createMemoryGroup(setting('MEMORY_MB', 512))
const arriving = 50
const looked = 10
const silent = 40
const silentMs = 180_000

const dataDir = await mkdtemp(join(tmpdir(), 'mailstop-memory-'))
const report = reporter()
const faults: string[] = []
const product = await listening(spawnChild({ DATA_DIR: dataDir }, group.under))
const inbox = await signUp(product)
const other = await signUp(product, {
  name: 'Grace',
  email: 'grace@example.test',
  password: 'another correct horse battery',
})

report('  asked  answered  refused first  longest ms  peak MB  what')
/** Runs the work beside another user's small requests, and prints a line for each kind of ask. */
async function phase(work: () => Promise<Row[]>): Promise<void> {
  // From here on the peak is this phase's (proc(5), clear_refs).
  await writeFile(`/proc/${product.pid}/clear_refs`, '5')
  const working = work()
  const beside = await askMeanwhile('  lists of another user meanwhile', listing(other), working)
  const peak = Math.round(await Promise.resolve().then(() => peakMemoryMb(product)))
  for (const row of [...(await working), beside]) {
    const { asked, answered, later, longestMs, wrong } = row
    const cells = [asked, answered, later, Math.round(longestMs), peak]
    const widths = [7, 10, 15, 12, 9]
    const line = cells.map((cell, index) => String(cell).padStart(widths[index] ?? 0)).join('')
    report(`${line}  ${row.what}`)
    for (const [what, times] of counted(wrong)) faults.push(`${row.what}: ${times} times ${what}`)
  }
}

function counted(texts: string[]): Map<string, number> {
  const times = new Map<string, number>()
  for (const text of texts) times.set(text, (times.get(text) ?? 0) + 1)
  return times
}

async function phases(): Promise<void> {
  const text = largeText()
  const large = Buffer.from(`${text}.\r\n`)
  const send = sending(product.smtpPort, inbox.team, large)
  await phase(async () => [
    await askAll(
      `${arriving} mails of 26 MB arrive`,
      Array.from({ length: arriving }, () => send),
    ),
  ])
  const hash = hashOf(text)
  const ids = (await idsOf(inbox, arriving)).slice(0, looked)
  await phase(() =>
    Promise.all([
      askAll(
        `${looked} of them are opened at once`,
        ids.map((id) => opening(inbox, id)),
      ),
      askAll(
        `${looked} are downloaded meanwhile`,
        ids.map((id) => downloading(inbox, id, hash)),
      ),
    ]),
  )
  const controls = Buffer.from(`${textOfControls()}.\r\n`)
  await askAll('', [sending(product.smtpPort, inbox.team, controls)])
  const [newest = 0] = await idsOf(inbox, arriving + 1)
  await phase(async () => {
    const readers = openSilentReaders(inbox, newest, silent)
    const gone = await readers.letGo(silentMs)
    readers.close()
    const what = `${silent} ask for the largest reply and never read; answered: let go`
    const wrong = Array.from({ length: silent - gone }, () => `not let go in ${silentMs / 1_000} s`)
    return [{ what, asked: silent, answered: gone, later: 0, longestMs: 0, wrong }]
  })
  await phase(async () => [await askAll('the largest reply is read', [opening(inbox, newest)])])
}

const ended = product.exited.then(({ code, signal }) => {
  throw new Error(`Mailstop ended (${code ?? signal}): ${product.output().slice(-500)}`)
})
await Promise.race([phases(), ended]).catch((error: Error) => void faults.push(error.message))
const kills = await group.kills()
if (kills > 0) faults.push(`${kills} processes were killed for want of memory`)
report(
  `peak of the group ${Math.round(await group.peakMb())} MB, files in memory included; ${kills} killed`,
)
ended.catch(() => {})
product.signal('SIGKILL')
await product.exited
await group.remove()
await rm(dataDir, { recursive: true })
await judge('memory', async () => ({ faults }))
