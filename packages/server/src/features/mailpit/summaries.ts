import { jsonBytes } from '../../lib/json-size.ts'
import type { TeamRequest } from '../../actor.ts'
import { Refusal } from '../../errors.ts'
import type { Mails, PageRow } from '../mails/mails.ts'
import { summary, summaryFacts, type SummaryFacts } from './message-view.ts'

const most = { facts: 2_000, bytes: 8 * 1024 * 1024 }
/** Of one list: a mail to a thousand people has a large summary. */
const mostOfList = 8 * 1024 * 1024

type Known = { facts: SummaryFacts; bytes: number }

type Tagged = PageRow & { tags: string[] }

/**
 * Summaries of mails. What they say of a mail beyond its row is read from its source, once: a program that
 * polls asks for the same mails again and again.
 */
export type Summaries = ReturnType<typeof createSummaries>

type SummaryDeps = { mails: Pick<Mails, 'requireMail' | 'outline' | 'listed'> }

export function createSummaries({ mails }: SummaryDeps) {
  const known = new Map<number, Known>()
  let bytes = 0

  function keep(id: number, facts: SummaryFacts): Known {
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

  async function factsOf(request: TeamRequest<'read_mail'>, id: number): Promise<Known> {
    const found = known.get(id)
    if (found) {
      known.delete(id)
      known.set(id, found)
      return found
    }
    const row = await mails.requireMail(request, id)
    return keep(id, summaryFacts(row, await mails.outline(row)))
  }

  /** In their order, as many of the first as are not too large together. A mail that was deleted meanwhile is missing. */
  async function of(request: TeamRequest<'read_mail'>, rows: readonly Tagged[]) {
    const summaries: ReturnType<typeof summary>[] = []
    let room = mostOfList
    for (const row of rows) {
      const found = await factsOf(request, row.id).catch(nothingIfGone)
      if (!found) continue
      room -= found.bytes
      if (room < 0 && summaries.length > 0) break
      summaries.push(summary(row, found.facts))
    }
    return summaries
  }

  return {
    of,
    /** As an event has it, with a list for no copies; null when the mail is gone. */
    async ofOne(request: TeamRequest<'read_mail'>, id: number) {
      const [found] = await of(request, await mails.listed(request, [id]))
      if (!found) return null
      const { To, Cc, Bcc } = found
      return { ...found, To: To ?? [], Cc: Cc ?? [], Bcc: Bcc ?? [] }
    },
  }
}

function nothingIfGone(error: unknown): null {
  if (error instanceof Refusal && error.code === 'not_found') return null
  throw error
}
