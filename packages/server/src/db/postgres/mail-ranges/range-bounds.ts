import type { MailRange } from '../../mail/mail-ranges.ts'

// Computes the bounds of ranges of mail ids. Pure.

/** Ranges begin and end at multiples of this. */
export const smallestWidth = 2 ** 20

/** A new range holds at least this part of all mail, so that there are few ranges, however much mail there is. */
const partOfAll = 8

/**
 * Beyond `usualRanges`, each further four make the next one twice as wide. A kept mail keeps its range for ever: with
 * ranges of one width, a store that deletes all but a few mails would have ever more of them.
 */
const usualRanges = 24
const widening = (count: number) => 2 ** Math.floor(Math.max(0, count - usualRanges) / 4)

/**
 * The range behind `last`, whose size follows from the number of ranges and mails of the store; it holds the id
 * `needed` if that is beyond.
 */
export function rangeAfter(
  last: MailRange,
  { mails, count }: { mails: number; count: number },
  needed = 0,
): MailRange {
  let width = smallestWidth * widening(count)
  while (width * partOfAll < mails) width *= 2
  return { from: last.to, to: Math.max(last.to + width, roundedUp(needed + 1)) }
}

const roundedUp = (id: number) => Math.ceil(id / smallestWidth) * smallestWidth

/** Reads `FOR VALUES FROM ('1048576') TO ('2097152')`, as Postgres writes the bounds of a partition. */
export function readBounds(text: string): MailRange {
  const [, from = '', to = ''] = /FROM \((.+)\) TO \('(\d+)'\)/.exec(text) ?? []
  const range = { from: from === 'MINVALUE' ? 0 : Number(from.replaceAll("'", '')), to: Number(to) }
  if (to === '' || Number.isNaN(range.from)) throw new Error(`Not a range of ids: ${text}`)
  return range
}
