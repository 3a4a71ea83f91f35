import { createHmac } from 'node:crypto'
import { oneLine } from '../../../mime/text/one-line.ts'
import { mailOfRow, wholeMail } from '../find/mail-match.ts'
import { searchEntry } from '../find/words/mail-entry.ts'
import { faultOf, isExcused, type Guard, type Judged } from './guard-rules.ts'
import type { JudgedMail } from './judging.ts'
import { readJudged } from './read-contents.ts'
import { storedList } from '../../../lib/json/stored-list.ts'

const longestDetail = 200

export type MailToJudge = { row: JudgedMail; source: Uint8Array | null }

/** The guards that a mail breaks and by what, and by which hashes others count it. */
export type Verdict = {
  broken: { name: string; detail: string }[]
  hashes: { guard: string; hash: string }[]
}

export async function judge(
  guards: Guard[],
  mails: MailToJudge[],
  key: Uint8Array,
): Promise<Verdict[]> {
  return mails.map((mail) => {
    const { judged, text } = read(mail)
    const applying = guards.filter((guard) => !isExcused(guard, judged))
    return {
      broken: applying.flatMap((guard) => {
        const fault = faultOf(guard, judged)
        return fault === null ? [] : { name: guard.name, detail: oneLine(fault, longestDetail) }
      }),
      hashes: applying.flatMap((guard) =>
        partsOf(guard, mail.row, text).map((parts) => {
          const digest = createHmac('sha256', key).update(
            JSON.stringify([guard.id, mail.row.inbox_id, ...parts]),
          )
          return { guard: guard.name, hash: digest.digest('base64url').slice(0, 22) }
        }),
      ),
    }
  })
}

function read({ row, source }: MailToJudge): { judged: Judged; text: string | null } {
  if (source === null) return { judged: { known: mailOfRow(row), contents: null }, text: null }
  const contents = readJudged(source)
  const { id, team_id: teamId, login, received_at: receivedAt, size } = row
  const envelope = { from: row.envelope_from, to: storedList<string>(row.envelope_to) }
  const { summary } = contents
  const entry = searchEntry({ id, teamId, envelope, login, receivedAt, size, summary })
  return { judged: { known: wholeMail(row, entry), contents }, text: entry.body }
}

/** A mail to more people than this is counted for the first of them. */
const mostCounted = 100

/** What must be the same. The text is that of the search: its words alone, in one form of letters. */
function partsOf({ demand }: Guard, row: JudgedMail, text: string | null): unknown[][] {
  if (demand.rule !== 'at_most') return []
  if (demand.same === 'text') return text === null ? [] : [[text]]
  if (demand.same === 'mail' && text === null) return []
  const recipients = (JSON.parse(row.recipient_keys) as string[]).slice(0, mostCounted)
  const same = demand.same === 'mail' ? [row.subject, text] : [row.subject]
  return recipients.map((recipient) => [recipient, ...same])
}
