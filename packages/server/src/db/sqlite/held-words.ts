import { wordColumns, type SearchEntry } from '../words/search-index.ts'

/** The words of some mails, as UTF-8 with memory of its own: as texts, each would be copied several times. */
export type HeldWords = {
  mails: number[]
  /** Where each text ends in `bytes`, of which a mail has one for each column. */
  ends: number[]
  bytes: Buffer<ArrayBuffer>
}

/** The columns of the index that have words. */
export const heldColumns = ['team', 'sender', 'recipients', 'subject'] as const

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

/** Calls `write` with the id of each mail and its text for each column. */
export function eachHeld(
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
