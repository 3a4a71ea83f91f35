import type { FeatureDeps } from '../feature-deps.ts'
import { writeInboxUse } from './inbox-store.ts'
import { firstInbox } from '../../lib/first-inbox.ts'

type InboxUseDeps = Pick<FeatureDeps, 'db' | 'events' | 'now'> & {
  onError: (error: unknown) => void
}

const writeEveryMs = 60_000
const mostAtOnce = 500

/**
 * Keeps when mail last came to each inbox, which puts off its end. In memory, and written once a minute, so that
 * catching waits for nothing. A process that is killed loses its last minute; before an inbox ends, the sweep looks at its mail.
 */
export function createInboxUse({ db, events, now, onError }: InboxUseDeps) {
  let used = new Map<string, { teamId: number; inbox: number; at: number }>()
  let timer: NodeJS.Timeout | undefined
  events.on('mailReceived', ({ teamId, entry }) => {
    if (!entry) return
    const { inbox_id: inbox, login } = entry.row
    // The first one also has mail that came without credentials.
    if (inbox === firstInbox && login === null) return
    used.set(`${teamId} ${inbox}`, { teamId, inbox, at: now() })
  })

  async function write(): Promise<void> {
    const uses = [...used.values()].toSorted((a, b) => a.teamId - b.teamId || a.inbox - b.inbox)
    const before = used
    used = new Map()
    try {
      for (let from = 0; from < uses.length; from += mostAtOnce) {
        await db.transaction((tx) => writeInboxUse(tx, uses.slice(from, from + mostAtOnce)))
      }
    } catch (error) {
      // Written with the next; what was written already changes nothing then.
      used = new Map([...before, ...used])
      throw error
    }
  }

  return {
    write,
    start(): void {
      timer = setInterval(() => void write().catch(onError), writeEveryMs)
    },
    /** Called after the last mail was caught. */
    async stop(): Promise<void> {
      clearInterval(timer)
      await write().catch(onError)
    },
  }
}
