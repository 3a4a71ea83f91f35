import type { Extracted } from '@mailstop/contract'

/** A reader chooses among a few; more are no help. */
const mostShown = 4

type Codes = Pick<Extracted, 'code' | 'codes'>

/** The codes to offer, the most certain first: the one code of the mail, or those of the best rule. */
export function shownCodes({ code, codes }: Codes): { value: string; shown: string }[] {
  const rule = codes[0]?.rule
  const best = codes.filter((found) => (code === null ? found.rule === rule : found.value === code))
  const byValue = new Map(best.map(({ value, shown }) => [value, { value, shown }]))
  return [...byValue.values()].slice(0, mostShown)
}
