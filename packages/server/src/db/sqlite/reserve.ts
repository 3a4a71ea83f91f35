import { randomBytes } from 'node:crypto'
import { existsSync, statSync, truncateSync } from 'node:fs'
import { open, rm, statfs, truncate } from 'node:fs/promises'
import { dirname } from 'node:path'
import { storeTrouble } from '../store-faults.ts'
import { usualCheckpoint } from './connection.ts'

type Deps = {
  file: string
  bytes?: number
  /** Runs on the connection that writes. */
  run: (pragma: string) => Promise<number>
}

/** Twice what the log of writes has when it is written into the database. */
const usualBytes = 32 * 1024 * 1024
/** It is made where so many times as much is free: on a small disk mail is worth more. */
const leastTimes = 4
const atOnce = 1024 * 1024
const mostPages = 4_294_967_294
const fewPages = 100

/**
 * A file that takes room of the disk beside the database, so that mail can be deleted when the disk is full: a deletion
 * has to be written first, and what the log of writes holds may need new pages of the database. It is then
 * emptied, and until it is made again the database may not grow into as much room: mail is kept in pages that deletions
 * left and in what else is free, and the log is written over. The empty file says so to the next process.
 */
export function createReserve({ file, bytes = usualBytes, run }: Deps) {
  const isFull = () => existsSync(file) && statSync(file).size >= bytes
  // One that a killed process did not fill is smaller.
  let isLent = existsSync(file) && !isFull()
  let last: Promise<unknown> = Promise.resolve()

  /** One step at a time: the end of one would stop the growth that another needs. */
  function inTurn<T>(step: () => Promise<T>): Promise<T> {
    const done = last.then(step)
    last = done.catch(() => {})
    return done
  }

  async function lend(): Promise<void> {
    if (existsSync(file)) truncateSync(file)
    isLent = true
    await run('wal_checkpoint(passive)')
    await writeLogEarly()
  }

  /** The log is written into the database, and over again, before it has used up what was lent. */
  const writeLogEarly = () => run(`wal_autocheckpoint = ${fewPages}`)

  /** A process that starts while the room is lent has not set its connection. */
  async function spare(): Promise<void> {
    await writeLogEarly()
    await limitGrowth()
  }

  /** What is deleted may need pages itself, of an index of deletions: nothing else gets any. */
  async function withRoom<T>(work: () => Promise<T>): Promise<T> {
    await lend()
    try {
      await run(`max_page_count = ${mostPages}`)
      return await work()
    } finally {
      await limitGrowth()
    }
  }

  /** What is free beyond the room of the reserve is for mail. */
  async function limitGrowth(): Promise<void> {
    const more = Math.max(0, (await freeBytes()) - bytes) / (await run('page_size'))
    await run(`max_page_count = ${(await run('page_count')) + Math.floor(more)}`)
  }

  async function freeBytes(): Promise<number> {
    const { bavail, bsize } = await statfs(dirname(file))
    return bavail * bsize
  }

  /** What was deleted left pages, and mail could not get them: the log has no room to be written over. */
  async function lendForFreePages(): Promise<void> {
    if (isLent || !isFull() || (await freeBytes()) > bytes / 4) return
    if ((await run('freelist_count')) * (await run('page_size')) < bytes / 4) return
    await inTurn(async () => {
      await lend()
      await limitGrowth()
    })
  }

  async function make(): Promise<void> {
    if (!isLent && isFull()) return
    if ((await freeBytes()) < leastTimes * bytes) {
      if (isLent) await spare()
      return
    }
    try {
      await fill(file, bytes)
    } catch (error) {
      if (!isLent) await rm(file, { force: true })
      else {
        await truncate(file)
        await spare()
      }
      throw error
    }
    if (!isLent) return
    await run(`max_page_count = ${mostPages}`)
    await run(`wal_autocheckpoint = ${usualCheckpoint}`)
    isLent = false
  }

  return {
    /** Runs work that makes room; where the disk is full, again with the room of the reserve, if there is one. */
    async makingRoom<T>(work: () => Promise<T>): Promise<T> {
      const done = await work().catch(async (error: unknown) => {
        if (storeTrouble(error) !== 'no_room') throw error
        return inTurn(async () => {
          if (!isLent && !isFull()) throw error
          return withRoom(work)
        })
      })
      // It is done all the same: the next deletion tries this again.
      await lendForFreePages().catch(() => {})
      return done
    },
    /** Makes the file where it is missing and there is room for it. Until then, what becomes free is given to the database. */
    keep: (): Promise<void> => inTurn(make),
    isLent: () => isLent,
  }
}

/** Writes bytes that no file system makes smaller. */
async function fill(file: string, bytes: number): Promise<void> {
  const handle = await open(file, 'w', 0o600)
  try {
    const piece = randomBytes(atOnce)
    for (let left = bytes; left > 0; left -= atOnce) await handle.write(piece)
    await handle.datasync()
  } finally {
    await handle.close()
  }
}
