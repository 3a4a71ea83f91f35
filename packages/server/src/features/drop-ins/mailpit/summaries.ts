import { LRUCache } from 'lru-cache'
import { jsonBytes } from '../../../lib/json/json-size.ts'
import type { TeamRequest } from '../../../actor.ts'
import { nullIfGone } from '../../../errors.ts'
import type { Mails, PageRow } from '../../mails/mails.ts'
import { summary, summaryFacts, type SummaryFacts } from './message-view.ts'

/** Bytes of one list. A thousand ordinary summaries have one megabyte; with more, a list waits for its memory. */
const listed = { freeBytes: 2 * 1024 * 1024, mostBytes: 8 * 1024 * 1024 }
/** The list, as JSON and as bytes of a reply. */
const copies = 3

type Kept = { facts: SummaryFacts; bytes: number }
type Tagged = PageRow & { tags: string[] }

/**
 * Summaries of mails. What they say of a mail beyond its row is read from its source, once: a program that polls asks
 * for the same mails repeatedly.
 */
export type Summaries = ReturnType<typeof createSummaries>

type SummaryDeps = {
  mails: { show: Pick<Mails['show'], 'requireMail' | 'outline' | 'listed'> }
}

export function createSummaries({ mails }: SummaryDeps) {
  const known = new LRUCache<number, Kept>({
    max: 2_000,
    maxSize: 8 * 1024 * 1024,
    sizeCalculation: ({ bytes }) => bytes,
  })

  async function factsOf(request: TeamRequest<'read_mail'>, id: number): Promise<Kept> {
    const found = known.get(id)
    if (found) return found
    const row = await mails.show.requireMail(request, id)
    const facts = summaryFacts(row, await mails.show.outline(row))
    const read = { facts, bytes: jsonBytes(facts) }
    known.set(id, read)
    return read
  }

  /**
   * Keeps the order of the rows, and as many of the first as fit together, at least one. A mail that was deleted
   * meanwhile is missing.
   */
  async function of(request: TeamRequest<'read_mail'>, rows: readonly Tagged[], hold = noHold) {
    const summaries: ReturnType<typeof summary>[] = []
    let total = 0
    let isHeld = false
    for (const row of rows) {
      const found = await factsOf(request, row.id).catch(nullIfGone)
      if (found === null) continue
      total += found.bytes
      if (total > listed.mostBytes && summaries.length > 0) break
      if (total > listed.freeBytes && !isHeld) await hold(copies * listed.mostBytes)
      isHeld = total > listed.freeBytes
      summaries.push(summary(row, found.facts))
    }
    return summaries
  }

  return {
    of,
    /** The summary of an event, with a list for no copies; null when the mail is gone. */
    async ofOne(request: TeamRequest<'read_mail'>, id: number) {
      const [found] = await of(request, await mails.show.listed(request, [id]))
      if (!found) return null
      const { To, Cc, Bcc } = found
      return { ...found, To: To ?? [], Cc: Cc ?? [], Bcc: Bcc ?? [] }
    },
  }
}

const noHold = async (_bytes: number): Promise<unknown> => undefined
