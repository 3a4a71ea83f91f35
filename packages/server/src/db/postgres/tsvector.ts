import {
  fieldWeights,
  quoteLexeme,
  searchFields,
  teamLexeme,
  type SearchEntry,
} from '../words/search-index.ts'

/**
 * Postgres refuses a word of more than 2,046 bytes and a tsvector of more than a megabyte. Counted
 * here in UTF-16 units, which are three bytes of UTF-8 at most; a place takes two bytes, a new word
 * some of its own.
 */
const maximumWordLength = 680
const maximumLength = 300_000
/** Postgres forgets all places of a word but so many, the first ones. */
const maximumPlaces = 255

const weights: readonly string[] = [...new Set(Object.values(fieldWeights))]

/** A place of a word with the weight of its field, as one number: a string for each would be garbage. */
type Mark = number
const markAt = (place: number, weight: string): Mark =>
  place * weights.length + weights.indexOf(weight)
const weightOf = (mark: Mark) => mark % weights.length
const markText = (mark: Mark) => Math.floor(mark / weights.length) + (weights[weightOf(mark)] ?? '')

/**
 * The words of a mail in the text form of a tsvector: each with its places, and with the weight of
 * its field. A gap between the fields keeps phrases inside one of them. Words beyond what a tsvector
 * holds are left out, and of one that stands very often the later places within its fields.
 */
export function tsvectorText(entry: SearchEntry): string {
  const places = new Map<string, Mark | Mark[]>()
  let length = 0
  let place = 1
  for (const field of searchFields) {
    const words = entry[field]
    for (let from = 0, end = 0; from < words.length; from = end + 1) {
      end = words.indexOf(' ', from)
      if (end < 0) end = words.length
      if (end === from || end - from > maximumWordLength) continue
      const word = words.slice(from, end)
      const known = places.get(word)
      length += known === undefined ? word.length + 3 : 1
      if (length > maximumLength) break
      const mark = markAt(place++, fieldWeights[field])
      if (typeof known === 'object') known.push(mark)
      else places.set(word, known === undefined ? mark : [known, mark])
    }
    place += 1
  }
  const parts = [quoteLexeme(teamLexeme(entry.team_id))]
  for (const [word, marks] of places) {
    const text = typeof marks === 'number' ? markText(marks) : fewMarks(marks).map(markText).join()
    parts.push(' ', quoteLexeme(word), ':', text)
  }
  return parts.join('')
}

/** No more than Postgres keeps, in such a way that each field has some: or it would not have the word. */
function fewMarks(marks: Mark[]): Mark[] {
  if (marks.length <= maximumPlaces) return marks
  const byField = Map.groupBy(marks, weightOf)
  const fields = [...byField.values()].toSorted((one, other) => one.length - other.length)
  let room = maximumPlaces
  return fields.flatMap((own, index) => {
    const first = own.slice(0, Math.floor(room / (fields.length - index)))
    room -= first.length
    return first
  })
}
