import type { Inspection } from '@mailstop/contract'
import { countsText, sectionTitles, statusText } from './levels.tsx'
import type { Row } from './rows.tsx'

const firedIn = ({ sections }: Inspection) =>
  Map.groupBy(
    sections.flatMap(({ findings }) => findings),
    ({ rule }) => rule,
  )

/** What two checks say beside each other, and the rules that fire more or less often: what got better comes first. */
export function compareRows(
  before: Inspection,
  now: Inspection,
): { sections: Row[]; rules: Row[] } {
  const [then, today] = [firedIn(before), firedIn(now)]
  const rules = [...new Map([...then, ...today])].map(([id, [finding]]) => {
    const [old, fresh] = [then.get(id)?.length ?? 0, today.get(id)?.length ?? 0]
    return { message: finding?.message, more: fresh - old, note: `${old} before, ${fresh} now` }
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
      .map(({ message, more, note }) => ({
        text: `${more < 0 ? 'Better' : 'Worse'}: ${message}`,
        notes: [note],
      })),
  }
}
