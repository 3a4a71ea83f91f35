import type { Generated } from 'kysely'

/** The tables of words, which Postgres alone has. */
export type WordTables = {
  /**
   * Words of mail that no index has yet: a row for each team of a batch, or some. Written with the mail; nothing removes a row when its mails are deleted, but who makes indexes of it.
   */
  new_words: {
    team_id: number
    /** The first of its mails. One with the range of the next may be among them. */
    first_mail: number
    id: Generated<number>
    /** Growing. */
    mail_ids: number[]
    /** Bytes of the texts before they are packed. */
    bytes: number
    /** Packed by `db/mail/packing.ts`: the texts of `wordText` in the order of the mails, a line for each. */
    words: Uint8Array
  }
  /** Indexes of the words of a team's mails (`postgres/words/`), which never change. */
  word_indexes: {
    team_id: number
    /** The first of its mails; the last is of the same range. Some of those between may be elsewhere. */
    first_mail: number
    id: Generated<number>
    last_mail: number
    mails: number
    /** Bytes of the texts that it was made of. */
    bytes: number
    /** How many different ones: words, each in one field. */
    terms: number
    /** Which mails it has, and where its blocks begin (`postgres/words/format/directory.ts`). */
    directory: Uint8Array
    made_at: number
    /** When its mails were last looked up. */
    checked_at: number
  }
  word_blocks: {
    index_id: number
    /** The first mail of its index. */
    first_mail: number
    /** The number of the block, from 0 on. */
    no: number
    postings: Uint8Array
    places: Uint8Array
  }
}
