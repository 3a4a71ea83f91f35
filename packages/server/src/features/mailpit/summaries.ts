import { jsonBytes } from '../../lib/json-size.ts'
import type { TeamRequest } from '../../actor.ts'
import { Refusal } from '../../errors.ts'
import type { Mails, PageRow } from '../mails/mails.ts'
import { summary, summaryFacts, type SummaryFacts } from './message-view.ts'

const most = { facts: 2_000, bytes: 8 * 1024 * 1024 }

type Tagged = PageRow & { tags: string[] }

/**
 * Summaries of mails. What they say of a mail beyond its row is read from its source, once: a program that
 * polls asks for the same mails again and again.
 */
export type Summaries = ReturnType<typeof createSummaries>

type SummaryDeps = { mails: Pick<Mails, 'requireMail' | 'outline' | 'listed'> }

export function createSummaries({ mails }: SummaryDeps) {
  const known = new Map<number, { facts: SummaryFacts; bytes: number }>()
  let bytes = 0

  function keep(id: number, facts: SummaryFacts): SummaryFacts {
    const size = jsonBytes(facts)
    drop(id)
    known.set(id, { facts, bytes: size })
    bytes += size
    for (const oldest of known.keys()) {
      if (known.size <= most.facts && bytes <= most.bytes) break
      drop(oldest)
    }
    return facts
  }

  function drop(id: number): void {
    bytes -= known.get(id)?.bytes ?? 0
    known.delete(id)
  }

  async function factsOf(request: TeamRequest<'read_mail'>, id: number): Promise<SummaryFacts> {
    const found = known.get(id)
    if (found) {
      known.delete(id)
      known.set(id, found)
      return found.facts
    }
    const row = await mails.requireMail(request, id)
    return keep(id, summaryFacts(row, await mails.outline(row)))
  }

  /** In their order. A mail that was deleted meanwhile is missing. */
  async function of(request: TeamRequest<'read_mail'>, rows: readonly Tagged[]) {
    const summaries: ReturnType<typeof summary>[] = []
    for (const row of rows) {
      const facts = await factsOf(request, row.id).catch(nothingIfGone)
      if (facts) summaries.push(summary(row, facts))
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
