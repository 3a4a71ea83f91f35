import type { TeamRequest } from '../../actor.ts'
import type { MailRow } from '../../db/schema.ts'
import { jsonBytes } from '../../lib/json-size.ts'
import type { Mails, PageRow } from '../mails/mails.ts'
import { summary, summaryFacts, type SummaryFacts } from './message-view.ts'

const most = { facts: 2_000, bytes: 8 * 1024 * 1024 }

type Tagged = PageRow & { tags: string[] }

/**
 * Summaries of mails. What they say of a mail beyond its row is read from its source, once: a program that
 * polls asks for the same mails again and again.
 */
export type Summaries = ReturnType<typeof createSummaries>

type SummaryDeps = { mails: Pick<Mails, 'keptMail' | 'outline' | 'tagsOf'> }

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

  function knownFacts(id: number): SummaryFacts | undefined {
    const found = known.get(id)
    if (!found) return undefined
    known.delete(id)
    known.set(id, found)
    return found.facts
  }

  const readFacts = async (row: MailRow) =>
    keep(row.id, summaryFacts(row, await mails.outline(row)))

  /** In their order. A mail that was deleted meanwhile is missing. */
  async function list({ teamId }: TeamRequest<'read_mail'>, rows: readonly Tagged[]) {
    const summaries: ReturnType<typeof summary>[] = []
    for (const row of rows) {
      let facts = knownFacts(row.id)
      if (!facts) {
        const whole = await mails.keptMail(teamId, row.id)
        if (whole) facts = await readFacts(whole)
      }
      if (facts) summaries.push(summary(row, facts))
    }
    return summaries
  }

  /** As an event has it: null when the mail is gone. No user asks. */
  async function announced(teamId: number, id: number): Promise<object | null> {
    const row = await mails.keptMail(teamId, id)
    if (!row) return null
    const { Cc, Bcc, To, ...facts } = knownFacts(id) ?? (await readFacts(row))
    return {
      ...summary({ ...row, tags: await mails.tagsOf(id) }, { ...facts, Cc, Bcc, To }),
      To,
      Cc,
      Bcc,
    }
  }

  return { list, announced }
}
