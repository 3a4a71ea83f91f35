import type { SearchEntry } from '../database.ts'
import { fieldWeights, quoteLexeme, searchFields } from '../search-index.ts'
import { teamLexeme } from '../team-word.ts'

/**
 * Postgres refuses a word of more than 2,046 bytes and a tsvector of more than a megabyte. Counted
 * here in UTF-16 units, which are three bytes of UTF-8 at most; a place takes two bytes, a new word
 * some of its own.
 */
const maximumWordLength = 680
const maximumLength = 300_000

/**
 * The words of a mail in the text form of a tsvector: each with its places, and with the weight of
 * its field. A gap between the fields keeps phrases inside one of them. Words beyond what a tsvector
 * holds are left out.
 */
export function tsvectorText(entry: SearchEntry): string {
  const places = new Map<string, string>()
  let length = 0
  let place = 1
  for (const field of searchFields) {
    const weight = fieldWeights[field]
    for (const word of entry[field].split(' ')) {
      if (word === '' || word.length > maximumWordLength) continue
      const known = places.get(word)
      length += known === undefined ? word.length + 3 : 1
      if (length > maximumLength) break
      const marked = place++ + weight
      places.set(word, known === undefined ? marked : `${known},${marked}`)
    }
    place += 1
  }
  let text = quoteLexeme(teamLexeme(entry.team_id))
  for (const [word, marks] of places) text += ` ${quoteLexeme(word)}:${marks}`
  return text
}
