import { MailstopError } from '../errors.ts'
import type { Requests } from '../request.ts'
import { usualTimeout } from '../runners/time-of-test.ts'
import type { MailConditions, MailSummary, WaitOptions } from '../types.ts'
import type { MailReads } from '../waiting.ts'

/** A guard that a mail breaks, and what of the mail breaks it. */
export const guardText = ({ name, detail }: MailSummary['broken_guards'][number]): string =>
  detail === null ? name : `${name} (${detail})`

/** Milliseconds between two looks whether all mail is judged. */
const pause = 100

/** Guards judge a mail a moment after it was caught, so this waits until nothing is left to judge. */
export async function violationsOf(
  requests: Requests,
  reads: MailReads,
  conditions: MailConditions,
  { timeout = usualTimeout(), signal }: WaitOptions,
): Promise<MailSummary[]> {
  const end = performance.now() + timeout
  const query = () => ({ after: conditions.after })
  for (;;) {
    const path = 'teams/current/guards/violations'
    const { meta } = (await requests.json({ path, query, signal })) as {
      meta: { pending: boolean }
    }
    if (!meta.pending) break
    if (performance.now() > end) {
      throw new MailstopError('timeout', 0, 'Guards have not judged all mail in time.')
    }
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
  const q = conditions.q ? `(${conditions.q}) guard:any` : 'guard:any'
  return reads.list({ ...conditions, q }, signal)
}
