import type { Inspection } from '@mailstop/contract'
import { countsText, sectionTitles, statusText } from './levels.tsx'
import type { Row } from './rows.tsx'

/** The sentence of each rule that fires, and how often it does. */
function firedIn({ sections }: Inspection) {
  const fired = new Map<string, { message: string; count: number }>()
  for (const { rule, message } of sections.flatMap(({ findings }) => findings)) {
    const { count } = fired.get(rule) ?? { count: 0 }
    fired.set(rule, { message, count: count + 1 })
  }
  return fired
}

/** What two checks say beside each other, and the rules that fire more or less often: what got better comes first. */
export function compareRows(
  before: Inspection,
  now: Inspection,
): { sections: Row[]; rules: Row[] } {
  const [then, today] = [firedIn(before), firedIn(now)]
  const rules = [...new Set([...then.keys(), ...today.keys()])].map((id) => {
    const counts = [then.get(id)?.count ?? 0, today.get(id)?.count ?? 0] as const
    return { id, counts, more: counts[1] - counts[0] }
  })
  return {
    sections: [
      {
        level: now.verdict,
        text: 'All',
        notes: [`${countsText(before.counts)} → ${countsText(now.counts)}`],
      },
      ...now.sections.map((section) => {
        const old = before.sections.find(({ id }) => id === section.id)
        return {
          level: section.status,
          text: sectionTitles[section.id],
          notes: [`${old ? statusText(old) : ''} → ${statusText(section)}`],
        }
      }),
    ],
    rules: rules
      .filter(({ more }) => more !== 0)
      .toSorted((a, b) => a.more - b.more)
      .map(({ id, counts, more }) => ({
        text: `${more < 0 ? 'Better' : 'Worse'}: ${(today.get(id) ?? then.get(id))?.message}`,
        notes: [`${counts[0]} before, ${counts[1]} now`],
      })),
  }
}
