import type { WebhookEvent } from '@mailstop/contract'
import type { Events } from '../../../events.ts'
import { largestBy } from '../../../lib/shares/largest.ts'

export type Happening = Events['happened'] & { at: number }

const mostWaiting = 1_000
const mostOfKind = 50
/** Strangers cause these, as many as they like. */
const mostOfStrangers = 10
const ofStrangers: readonly WebhookEvent[] = ['login.failed', 'smtp.refused']

/**
 * What happened and is not yet written, within bounds: the newest of each kind in a team, so that no kind pushes out
 * another. Where too much waits in all, the person who caused the most loses the oldest.
 */
export function createHappeningQueue(ownerOf: (teamId: number) => unknown) {
  let waiting: Happening[] = []

  function drop(one: Happening | undefined): void {
    waiting = waiting.filter((each) => each !== one)
  }

  return {
    add(happening: Happening): void {
      const { teamId, event } = happening
      const alike = waiting.filter((each) => each.teamId === teamId && each.event === event)
      const most = ofStrangers.includes(event) ? mostOfStrangers : mostOfKind
      if (alike.length >= most) drop(alike[0])
      else if (waiting.length >= mostWaiting) {
        const [oldest] = largestBy(
          waiting,
          (each) => ownerOf(each.teamId),
          (each) => each.teamId,
          (each) => each.event,
        )
        drop(oldest)
      }
      waiting.push(happening)
    },
    /** All that waits, which waits no more. */
    take(): Happening[] {
      const taken = waiting
      waiting = []
      return taken
    },
  }
}
