/** What is asked of the words of mails. They come normalised (`search-words.ts`), none empty. */
export type WordQuery =
  | {
      kind: 'words'
      /** Next to each other in one field. */
      words: string[]
      /** Whether the last may be the beginning of a word. */
      prefix: boolean
      /** The marks of the fields that are asked for. */
      marks: readonly string[]
    }
  /** One word without a mark that begins with the first piece, which is not empty, and ends with the last, with the others between these. */
  | { kind: 'like'; pieces: string[] }
  | { kind: 'all' | 'any'; parts: WordQuery[] }
  | { kind: 'not'; part: WordQuery }

/** Ids from `from` on, below `below`. */
export type Span = { from: number; below: number }

/** The words of mail on Postgres (`postgres/words/`). */
export type WordFinders = {
  /** Asks about the words of the mail that a team has at the beginning. */
  find<Result>(teamId: number, work: (finder: WordFinder) => Promise<Result>): Promise<Result>
}

export type WordFinder = {
  /** Mails that have words: their ids are from `from` on and below `end`, and there are so many. */
  extent: { from: number; end: number; mails: number }
  /** The mails of the span whose words are so, the newest first. Mail that was deleted may be among them. */
  ids(query: WordQuery, span: Span): Promise<number[]>
  /** Returns which of the mails have such words; `ids` come with the newest first. */
  among(query: WordQuery, ids: readonly number[]): Promise<number[]>
  /** For another search about the same mail, which has as long as the first. */
  again(): WordFinder
}
