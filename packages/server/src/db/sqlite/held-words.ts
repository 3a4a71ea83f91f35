import { deserialize, serialize } from 'node:v8'
import type { SearchEntry } from '../words/search-index.ts'

/** The words of some mails as bytes with memory of their own. They have no names: these would be read for each mail. */
export const packWords = (entries: SearchEntry[]): Uint8Array<ArrayBuffer> =>
  serialize(entries.flatMap(valuesOf))

const valuesOf = ({ mail_id, team_id, facts, sender, recipients, subject, body }: SearchEntry) => [
  mail_id,
  team_id,
  facts,
  sender,
  recipients,
  subject,
  body,
]
type Values = [number, number, string, string, string, string, string]
const valuesOfOne = 7

export function unpackWords(packed: Uint8Array): SearchEntry[] {
  const values = deserialize(packed) as unknown[]
  const entries: SearchEntry[] = []
  for (let at = 0; at < values.length; at += valuesOfOne) {
    const one = values.slice(at, at + valuesOfOne) as Values
    const [mail_id, team_id, facts, sender, recipients, subject, body] = one
    entries.push({ mail_id, team_id, facts, sender, recipients, subject, body })
  }
  return entries
}
