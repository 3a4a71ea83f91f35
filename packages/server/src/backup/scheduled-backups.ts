import { lstat, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { makeFolder } from '../db/store-files/make-folder.ts'
import type { Meter } from '../lib/process/meter.ts'
import type { Backups } from './backups.ts'
import { writeWholeFile } from './whole-file.ts'

type ScheduleDeps = {
  backups: Pick<Backups, 'archive'>
  schedule: { everyMs: number; folder: string; keep: number }
  metrics: Meter | undefined
  log: Pick<Logger, 'info' | 'error'>
  now: () => number
}

/** The names of our own backups, which sort by time; no other file of the folder is touched. */
const ownName = /^mailstop-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z\.tar$/
const ownUnfinished = /^mailstop-[\dTZ-]+\.tar\.[\da-f]{8}\.part$/

/** A disk that is full or away is tried again after this, or after the time between two backups. */
const retryMs = 15 * 60_000

/** Makes a backup now and then, and removes the oldest of its own once there is a newer one. */
export function createScheduledBackups(deps: ScheduleDeps) {
  const { backups, schedule, metrics, log, now } = deps
  const { everyMs, folder, keep } = schedule
  const ending = new AbortController()
  let failedAt = -Infinity
  const measured = metrics && measureBackups(metrics)

  /** The clock was ahead when it was made, and has been set back. */
  const isAhead = ({ madeAt }: { madeAt: number }) => madeAt - now() >= everyMs

  /** Our own archives, oldest first; archives dated in the future come before all, since their age is unknown. */
  async function list(): Promise<{ name: string; madeAt: number }[]> {
    const made = []
    for (const name of (await readdir(folder)).toSorted()) {
      const [, day, hours, minutes, seconds] = ownName.exec(name) ?? []
      const madeAt = Date.parse(`${day}T${hours}:${minutes}:${seconds}Z`)
      if (day === undefined || Number.isNaN(madeAt)) continue
      if ((await lstat(join(folder, name))).isFile()) made.push({ name, madeAt })
    }
    return [...made.filter(isAhead), ...made.filter((one) => !isAhead(one))]
  }

  /** To be called often: does something only when a backup is due. */
  async function sweep(): Promise<void> {
    const sinceFailure = now() - failedAt
    if (sinceFailure >= 0 && sinceFailure < Math.min(retryMs, everyMs)) return
    try {
      makeFolder(folder)
      const newest = (await list()).at(-1)
      if (newest) measured?.lastMade.set(newest.madeAt / 1_000)
      if (newest && !isAhead(newest) && now() - newest.madeAt < everyMs) return
      await make()
    } catch (error) {
      if (ending.signal.aborted) return
      failedAt = now()
      measured?.outcomes.inc({ outcome: 'failed' })
      log.error({ error, folder }, 'A scheduled backup failed; the ones before it are kept')
    }
  }

  async function make(): Promise<void> {
    await removeUnfinished()
    const madeAt = now()
    const name = `mailstop-${new Date(madeAt).toISOString().slice(0, 19).replaceAll(':', '-')}Z.tar`
    const { signal } = ending
    const size = await writeWholeFile(
      join(folder, name),
      stoppable(backups.archive({ keyOnly: false, signal }), signal),
    )
    measured?.outcomes.inc({ outcome: 'made' })
    measured?.lastMade.set(madeAt / 1_000)
    log.info({ file: join(folder, name), size }, 'A scheduled backup was made')
    for (const old of (await list()).slice(0, -keep)) await rm(join(folder, old.name))
  }

  /** Removes what a killed process left unfinished. Only one process makes backups, so none is being written. */
  async function removeUnfinished(): Promise<void> {
    for (const name of await readdir(folder)) {
      if (ownUnfinished.test(name)) await rm(join(folder, name), { force: true })
    }
  }

  return {
    sweep,
    /** What is unfinished is given up. */
    stop: () => ending.abort(),
  }
}

function measureBackups({ Counter, Gauge, registry }: Meter) {
  const outcomes = new Counter({
    name: 'mailstop_backups_total',
    help: 'Scheduled backups that were made and that failed',
    labelNames: ['outcome'],
    registers: [registry],
  })
  outcomes.inc({ outcome: 'made' }, 0)
  outcomes.inc({ outcome: 'failed' }, 0)
  const lastMade = new Gauge({
    name: 'mailstop_backup_last_made_seconds',
    help: 'When the newest scheduled backup was made, in seconds since 1970; 0 without one',
    registers: [registry],
  })
  return { outcomes, lastMade }
}

async function* stoppable(bytes: AsyncIterable<Uint8Array>, signal: AbortSignal) {
  for await (const chunk of bytes) {
    signal.throwIfAborted()
    yield chunk
  }
}
