/**
 * The words of some mails of a team, inverted: for each term the mails that have it, and where in each. A term is a
 * word of one field. Terms are in the byte order of UTF-8, spread over blocks that can be read alone.
 */
export type WordIndexParts = {
  /** Ids of the mails, ascending. A mail's number within the index is its place here. */
  ids: number[]
  blocks: WordBlock[]
}

/** `terms`: how many there are. */
export type BuiltWordIndex = WordIndexParts & { terms: number }

export type WordBlock = {
  /** The term in UTF-8. */
  firstTerm: Uint8Array
  /** The terms with the numbers of their mails, packed. */
  postings: Uint8Array
  /** Where in the mails the terms are, packed. */
  places: Uint8Array
}

/** `/` in UTF-8. */
export const slash = 0x2f
