import {
  fieldWeights,
  quoteLexeme,
  searchFields,
  teamLexeme,
  type SearchEntry,
} from '../search-index.ts'

/**
 * Postgres refuses a word of more than 2,046 bytes and a tsvector of more than a megabyte. Counted
 * here in UTF-16 units, which are three bytes of UTF-8 at most; a place takes two bytes, a new word
 * some of its own.
 */
const maximumWordLength = 680
const maximumLength = 300_000
/** Postgres forgets all places of a word but so many, the first ones. */
const maximumPlaces = 255

/**
 * The words of a mail in the text form of a tsvector: each with its places, and with the weight of
 * its field. A gap between the fields keeps phrases inside one of them. Words beyond what a tsvector
 * holds are left out, and of one that stands very often the later places within its fields.
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
  for (const [word, marks] of places) text += ` ${quoteLexeme(word)}:${fewMarks(marks)}`
  return text
}

/** No more than Postgres keeps, in such a way that each field has some: or it would not have the word. */
function fewMarks(marks: string): string {
  // Each takes two characters and a comma at least.
  if (marks.length < 3 * maximumPlaces) return marks
  const byField = Map.groupBy(marks.split(','), (mark) => /[A-D]?$/.exec(mark)?.[0])
  const fields = [...byField.values()].toSorted((one, other) => one.length - other.length)
  let room = maximumPlaces
  const kept = fields.flatMap((own, index) => {
    const first = own.slice(0, Math.floor(room / (fields.length - index)))
    room -= first.length
    return first
  })
  return kept.join(',')
}
