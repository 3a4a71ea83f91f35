import type { SearchEntry } from '../database.ts'
import { fieldWeights, quoteLexeme, searchFields } from '../search-index.ts'
import { teamLexeme } from '../team-word.ts'

/** Postgres refuses a longer word, and a longer tsvector. */
const maximumWordBytes = 2046
const maximumBytes = 1_000_000

/**
 * The words of a mail in the text form of a tsvector: each with its places, and with the weight of
 * its field. A gap between the fields keeps phrases inside one of them. Words beyond what a tsvector
 * holds are left out.
 */
export function tsvectorText(entry: SearchEntry): string {
  const places = new Map<string, string[]>()
  let bytes = 0
  let place = 1
  for (const field of searchFields) {
    for (const word of entry[field].split(' ')) {
      const size = Buffer.byteLength(word)
      if (size === 0 || size > maximumWordBytes) continue
      const known = places.get(word)
      bytes += known ? 2 : size + 8
      if (bytes > maximumBytes) break
      const marked = `${place++}${fieldWeights[field]}`
      if (known) known.push(marked)
      else places.set(word, [marked])
    }
    place += 1
  }
  const words = [...places].map(([word, marks]) => `${quoteLexeme(word)}:${marks.join(',')}`)
  return [quoteLexeme(teamLexeme(entry.team_id)), ...words].join(' ')
}
