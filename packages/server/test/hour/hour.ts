import { randomInt } from 'node:crypto'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { createTeam, getCounters, getMail, listMails, listTeams } from '@mailstop/contract'
import type { ApiClient } from '../clients/api-client.ts'
import { listening, residentMemoryMb, spawnChild } from '../durability/product-child.ts'
import { signUp } from '../durability/sign-in.ts'
import { beginMail, connectAs, queuedId } from '../durability/smtp-connection.ts'
import { setting } from '../soak/setting.ts'
import { trackedMail } from '../soak/tracked-mail.ts'
import { judge, reporter } from '../soak/verdict.ts'

/**
 * npm run test:soak -- hour: 200 mails a second for SOAK_MINUTES, 60 unless given, to two teams that keep 20,000
 * each, while some read. The memory of the second half is at most a tenth more than that of the first.
 * A tenth of the time goes before, two minutes at least, in which caches fill and retention sets in.
 */
const minutes = setting('SOAK_MINUTES', 60)
const mailsPerSecond = 200
const connections = 8
const readers = 3
const mostGrowth = 1.1

const lengthMs = minutes * 60_000
const warmUpMs = Math.max(120_000, lengthMs / 10)
/** So few that retention sets in before the measurement, however short it is. */
const kept = Math.min(20_000, Math.round((warmUpMs / 1_000) * (mailsPerSecond / 2) * 0.8))

const dataDir = await mkdtemp(join(tmpdir(), 'mailstop-hour-'))
const report = reporter()
const faults = new Map<string, number>()
const fault = (what: string) => void faults.set(what, (faults.get(what) ?? 0) + 1)
const product = await listening(
  spawnChild({ DATA_DIR: dataDir, RETENTION_MAILS: String(kept), LOG_LEVEL: 'silent' }),
)
const { api } = await signUp(product)
await api.must(createTeam, { body: { name: 'Rocket' } })
const { data: teams } = await api.must(listTeams, {})
const sources = Array.from({ length: 400 }, () => trackedMail(0, 300 + randomInt(160) ** 2).source)

const began = performance.now()
const isOver = () => performance.now() - began > warmUpMs + lengthMs
let accepted = 0
let latestMs = 0

/** Sends at the times of a timetable, so that a moment of slowness is made up for. */
async function send(index: number): Promise<void> {
  const team = teams[index % teams.length]
  if (!team) return
  const connection = await connectAs(product.smtpPort, team)
  const everyMs = (1_000 / mailsPerSecond) * connections
  for (let turn = 0; !isOver(); turn += 1) {
    const due = began + (turn + index / connections) * everyMs
    const early = due - performance.now()
    if (early > 0) await delay(early)
    latestMs = Math.max(latestMs, -early)
    await beginMail(connection)
    const reply = await connection.say(`${sources[randomInt(sources.length)]}.\r\n`)
    if (queuedId(reply) === null) {
      fault(`a mail was answered ${reply || 'nothing'}`)
      if (reply === '') break
    } else accepted += 1
  }
  connection.close()
}

async function read(reader: ApiClient, index: number): Promise<void> {
  const params = { team: String(teams[index % teams.length]?.id) }
  while (!isOver()) {
    const list = await reader.must(listMails, { params, query: { per_page: '50' } })
    await reader.must(listMails, { params, query: { q: 'invoice shipped' } })
    const mail = list.data[randomInt(Math.max(1, list.data.length))]
    if (mail) await reader.must(getMail, { params: { ...params, mail: String(mail.id) } })
    await delay(300)
  }
}

const samples: { atMs: number; megabytes: number }[] = []
async function measure(): Promise<void> {
  const everyMs = Math.min(15_000, lengthMs / 40)
  let lastPrinted = 0
  while (!isOver()) {
    await delay(everyMs)
    const megabytes = residentMemoryMb(product)
    const atMs = performance.now() - began - warmUpMs
    samples.push({ atMs, megabytes })
    if (atMs - lastPrinted < lengthMs / 20) continue
    lastPrinted = atMs
    const file = await stat(join(dataDir, 'mailstop.sqlite'))
    report(
      `${Math.round(megabytes)} MB of memory, ${Math.round(file.size / 1024 ** 2)} MB of file, ${accepted} mails, at most ${Math.round(latestMs)} ms late`,
    )
    latestMs = 0
  }
}

await Promise.all([
  ...Array.from({ length: connections }, (_, index) => send(index)),
  ...Array.from({ length: readers }, (_, index) =>
    read(api, index).catch((error: Error) => fault(`a reader was refused: ${error.message}`)),
  ),
  measure(),
])

const mean = (from: number, to: number) => {
  const within = samples.filter(({ atMs }) => atMs >= from && atMs < to)
  return within.reduce((sum, { megabytes }) => sum + megabytes, 0) / within.length
}
const first = mean(0, lengthMs / 2)
const second = mean(lengthMs / 2, Infinity)
const rate = accepted / ((warmUpMs + lengthMs) / 1_000)
report(
  `first half ${Math.round(first)} MB, second half ${Math.round(second)} MB (${(second / first).toFixed(3)} times, at most ${mostGrowth}), ${rate.toFixed(0)} mails a second`,
)
if (!(second <= first * mostGrowth)) fault(`memory grew from ${first} to ${second} MB`)
if (rate < mailsPerSecond * 0.98) fault(`only ${rate.toFixed(0)} mails a second were taken`)
for (const { id } of teams) {
  const { data } = await api.must(getCounters, { params: { team: String(id) } })
  report(`team ${id} keeps ${data.total} mails of at most ${kept} and those of the last minute`)
  if (data.total > kept + (mailsPerSecond / 2) * 90) fault(`a team keeps ${data.total} mails`)
}
product.signal('SIGTERM')
await product.exited
await rm(dataDir, { recursive: true })
const named = [...faults].map(([what, times]) => `${times} times ${what}`)
await judge(`${minutes} minutes of load`, async () => ({ faults: named }))
