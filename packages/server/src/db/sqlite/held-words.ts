import type { StatementSync } from 'node:sqlite'
import { wordColumns, type SearchEntry } from '../words/search-index.ts'

/** The words of some mails, as UTF-8 with memory of its own: as texts, each would be copied several times. */
export type HeldWords = {
  mails: number[]
  /** Where each text ends in `bytes`, of which a mail has one for each column. */
  ends: number[]
  bytes: Buffer<ArrayBuffer>
}

type Preparing = { prepare: (sql: string) => { statement: StatementSync } }

/** The columns of the index that have words. */
const heldColumns = ['team', 'sender', 'recipients', 'subject'] as const

export function holdWords(entries: SearchEntry[]): HeldWords {
  const texts = entries.flatMap(textsOf)
  let size = 0
  const ends = texts.map((text) => (size += Buffer.byteLength(text)))
  const bytes = Buffer.allocUnsafeSlow(size)
  for (const [index, text] of texts.entries()) bytes.write(text, ends[index - 1] ?? 0)
  return { mails: entries.map(({ mail_id }) => mail_id), ends, bytes }
}

const textsOf = ({ team_id, facts, sender, recipients, subject, body }: SearchEntry) => [
  `${wordColumns.team(team_id)} ${facts} ${body}`,
  sender,
  recipients,
  subject,
]

/**
 * Writes words of mails that still wait for them, and returns these mails: others were never written, are gone, or have
 * their words.
 */
export function writeHeld({ prepare }: Preparing, held: HeldWords): Set<number> {
  const rows = prepare(
    'delete from mails_to_index where mail_id in (select value from json_each(?)) returning mail_id',
  ).statement.all(JSON.stringify(held.mails))
  const waiting = new Set(rows.map((row) => row['mail_id'] as number))
  const { statement } = prepare(
    `insert into "mail_words" (rowid, ${heldColumns.join(', ')}) values (?${', ?'.repeat(heldColumns.length)})`,
  )
  eachHeld(held, (mail, texts) => {
    if (waiting.has(mail)) statement.run(mail, ...texts)
  })
  return waiting
}

/** Writes words that are made again, and says by the revisions of their teams that more may be found. */
export function rewriteWords({ prepare }: Preparing, entries: SearchEntry[]): void {
  const written = writeHeld({ prepare }, holdWords(entries))
  const { statement } = prepare(
    'update team_counters set revision = revision + 1 where team_id = ?',
  )
  const those = entries.filter(({ mail_id }) => written.has(mail_id))
  for (const team of new Set(those.map(({ team_id }) => team_id))) statement.run(team)
}

/** Calls `write` with the id of each mail and its text for each column. */
function eachHeld(
  { mails, ends, bytes }: HeldWords,
  write: (mail: number, texts: Buffer[]) => void,
): void {
  let from = 0
  for (const [index, mail] of mails.entries()) {
    const texts = heldColumns.map((_, column) => {
      const end = ends[index * heldColumns.length + column] ?? from
      const text = bytes.subarray(from, end)
      from = end
      return text
    })
    write(mail, texts)
  }
}
