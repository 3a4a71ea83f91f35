import { limits } from '@mailstop/contract'
import { unavailable } from '../errors.ts'

/**
 * Bounds the bytes of file answers that are in memory at once, for each user and for the whole
 * process: an answer is there from before it is read until its client has taken the last of it.
 */
export type FileMemoryLimits = { total: number; perUser: number }

/** Eight of the largest mails, so that no three users can take all of it. */
const defaults: FileMemoryLimits = { total: 8 * limits.mailBytes, perUser: 3 * limits.mailBytes }

/** Seconds. A quick download makes room at once, one that stalls within half a minute. */
const retryAfter = 10

export function createFileMemory({ total, perUser }: FileMemoryLimits = defaults) {
  const ofUser = new Map<number | null, number>()
  let held = 0

  function change(user: number | null, bytes: number): void {
    held += bytes
    const left = (ofUser.get(user) ?? 0) + bytes
    if (left === 0) ofUser.delete(user)
    else ofUser.set(user, left)
  }

  /** The room of one answer, empty at first; whoever is not signed in shares with all such. */
  function open(user: number | null) {
    let own = 0
    /** Has room for so many bytes in all, or throws. What is larger than the whole room goes alone. */
    function hold(bytes: number): void {
      const more = bytes - own
      const others = (ofUser.get(user) ?? 0) - own
      if (more > 0 && others > 0 && others + bytes > perUser) {
        throw unavailable({
          message: 'You are downloading other large files. Try again when one of them is there.',
          retryAfter,
        })
      }
      if (more > 0 && held > own && held + more > total) {
        throw unavailable({
          message: 'Too many large files are being downloaded. Try again in a moment.',
          retryAfter,
        })
      }
      change(user, more)
      own = bytes
    }
    return { hold, release: () => hold(0) }
  }

  return { open, held: () => held }
}
