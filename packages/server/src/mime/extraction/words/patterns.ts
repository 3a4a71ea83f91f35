import words from './words.json' with { type: 'json' }

/**
 * The words of `words.json` as regular expressions. It has a list for each language and kind of word, with commas
 * between words. A space stands for white space, `*` for any letters, and a hyphen at the beginning for the first
 * part of a compound.
 *
 * - `label` names a code that is typed once; `request` asks to type the code directly behind it.
 * - `thing` has a number of its own: what stands directly behind it is no code. A code may be for an `owner`:
 *   "the code for your account: 482913".
 * - `otherKind` makes a code one of another kind, before the word for code or at the beginning of a compound;
 *   `otherKindBehind` does so behind it.
 * - `measure` is measured or counted, behind the number.
 * - `occasion` is what a mail with a code is about. Beside a `sale`, a code saves money.
 */
const lists: Record<string, Readonly<Record<string, string>>> = words

/** Scripts that do not separate words. */
const unspacedLanguages = new Set(['ja', 'ko', 'th', 'zh'])

/** "Your special ID is 5H0Y2" names a code, unless it is the ID of one of `namedId`. */
const labels = [
  either('label'),
  `(?<!(?:${asWords('namedId')})\\s)(?<!\\p{L})id(?=\\sis\\s)`,
  '(?<!\\p{L})verification(?=\\s?:)',
].join('|')
const requests = asWords('request')
const signs = '[$€£¥₹₽₺₩₪₴₫₱฿]'
const percentage = '\\d\\s?%'

/** Finds every label. */
export const label = new RegExp(labels, 'giu')
/** Matches the end of what stands before a candidate: the word alone, or a sentence with a colon. */
export const request = new RegExp(`(${requests})(?:\\s?:?|.{0,120}[:：])\\s?$`, 'iu')
export const labelOrRequest = new RegExp(`${labels}|${requests}`, 'iu')

/** Finds every word for a thing, and for what a code may be for. */
export const thing = new RegExp(either('thing'), 'giu')
export const owner = new RegExp(asWords('owner'), 'giu')

/** Matches the end of what stands before a label. */
export const kindBefore = new RegExp(`(?:${either('otherKind')})[\\s-]*$`, 'iu')
/** Matches a compound: "Rabattcode". */
export const kindInside = new RegExp(
  `^(?:(?<![\\p{L}\\p{N}])${spaced('otherKind')}|${unspaced('otherKind')})`,
  'iu',
)
/** Matches the beginning of what stands behind a label. */
export const kindBehind = new RegExp(`^[\\s-]*${asWords('otherKindBehind')}`, 'iu')

/** Matches the end of what stands before an amount. */
export const currencyBefore = new RegExp(`(?:${signs}|${asWords('currency')}\\.?)\\s?$`, 'u')
/** Matches the beginning of what stands behind an amount, a measure, a duration or a count. */
export const measureBehind = new RegExp(
  `^\\s?(?:[%‰°]|${signs}|${asWords('currency', 'currencyBehind', 'measure')}|${unspaced('measure')})`,
  'iu',
)

export const occasion = new RegExp(either('occasion'), 'iu')
export const sale = new RegExp(`${either('sale')}|${percentage}`, 'iu')

function either(kind: string): string {
  return `${asWords(kind)}|${unspaced(kind)}`
}

/** Matches whole words of scripts that separate words. */
function asWords(...kinds: string[]): string {
  return `(?<![\\p{L}\\p{N}])${spaced(...kinds)}(?![\\p{L}\\p{M}])`
}

function spaced(...kinds: string[]): string {
  return alternatives(kinds, (language) => !unspacedLanguages.has(language))
}

function unspaced(kind: string): string {
  return alternatives([kind], (language) => unspacedLanguages.has(language))
}

/** The longest first: of two words that fit, a regular expression takes the first. */
function alternatives(kinds: string[], isChosen: (language: string) => boolean): string {
  const chosen = Object.entries(lists).filter(([language]) => isChosen(language))
  const found = kinds.flatMap((kind) => chosen.flatMap(([, list]) => list[kind]?.split(', ') ?? []))
  const sources = [...new Set(found)]
    .toSorted((one, other) => other.length - one.length)
    .map((word) =>
      word
        .replaceAll(/[.?()[\]{}|^$+/\\]/g, '\\$&')
        .replace(/^-/, '[\\p{L}-]{0,40}?')
        .replaceAll('*', '\\p{L}*')
        .replaceAll(' ', '\\s{1,3}')
        .replaceAll(/['’]/g, "['’]"),
    )
  return `(?:${sources.join('|')})`
}
