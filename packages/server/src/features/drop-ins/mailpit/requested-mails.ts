import { Refusal } from '../../../errors.ts'
import type { EventBus } from '../../../events.ts'
import type { DropInInput } from '../../../http/drop-ins/drop-in.ts'
import type { Forwarding } from '../../forwarding/forwarding.ts'
import type { InspectionFeature } from '../../inspection/inspection.ts'
import type { Mails, MailSearch } from '../../mails/mails.ts'
import type { PostedMails } from '../../posted-mails/posted-mails.ts'
import { createReadMark, requireMailId } from '../named-mail.ts'
import { parseMailpitSearch } from './search/parse-search.ts'
import type { Summaries } from './summaries.ts'

/** What Mailpit's calls are made of. */
export type MailpitDeps = {
  mails: Mails
  summaries: Pick<Summaries, 'of'>
  postedMails: Pick<PostedMails, 'post'>
  forwarding: Pick<Forwarding, 'forward'>
  inspection: Pick<InspectionFeature, 'checkHtml'>
  /** Whether mail can be sent to the outside. */
  canForward: boolean
  /** Patterns of the only addresses that it is sent to; none: any. */
  forwardsTo: readonly string[]
  events: Pick<EventBus, 'on'>
  product: { version: string }
  now: () => number
}

export type RequestedMails = ReturnType<typeof createRequestedMails>

/** Which mails a request asks for. */
export function createRequestedMails({ mails, now }: Pick<MailpitDeps, 'mails' | 'now'>) {
  const searchOf = (query: string, timeZone: string | null): MailSearch =>
    parseMailpitSearch(query, { now: now(), timeZone: knownZone(timeZone) })

  /** The id in the path, or that of the newest mail, also of those that a search finds. */
  async function idOf({ query, wants }: DropInInput, name: string): Promise<number> {
    if (name !== 'latest') return requireMailId(name)
    const search = query.get('query')?.trim() ?? ''
    const wanted = search === '' ? null : searchOf(search, query.get('tz'))
    const id = await mails.show.newestOf(wants('read_mail'), wanted)
    if (id === null) throw new Refusal('no_mail')
    return id
  }

  async function rowOf(input: DropInInput, name = input.params['id'] ?? '') {
    return mails.show.requireMail(input.wants('read_mail'), await idOf(input, name))
  }

  return { searchOf, idOf, rowOf, markRead: createReadMark({ mails }) }
}

/** A zone that nobody knows is left out, as in Mailpit. */
function knownZone(name: string | null): string {
  if (name === null || name === '' || name.length > 100) return 'UTC'
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone
  } catch {
    return 'UTC'
  }
}
