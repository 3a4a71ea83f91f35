import { jsonBytes } from '../../../lib/json/json-size.ts'
import type { TeamRequest } from '../../../actor.ts'
import { nullIfGone } from '../../../errors.ts'
import type { Mails, PageRow } from '../../mails/mails.ts'
import { summary, summaryFacts, type SummaryFacts } from './message-view.ts'

const most = { facts: 2_000, bytes: 8 * 1024 * 1024 }
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
  const known = new Map<number, Kept>()
  let bytes = 0

  function keep(id: number, facts: SummaryFacts): Kept {
    const kept = { facts, bytes: jsonBytes(facts) }
    drop(id)
    known.set(id, kept)
    bytes += kept.bytes
    for (const oldest of known.keys()) {
      if (known.size <= most.facts && bytes <= most.bytes) break
      drop(oldest)
    }
    return kept
  }

  function drop(id: number): void {
    bytes -= known.get(id)?.bytes ?? 0
    known.delete(id)
  }

  async function factsOf(request: TeamRequest<'read_mail'>, id: number): Promise<Kept> {
    const found = known.get(id)
    if (found) {
      known.delete(id)
      known.set(id, found)
      return found
    }
    const row = await mails.show.requireMail(request, id)
    return keep(id, summaryFacts(row, await mails.show.outline(row)))
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
