import { MailstopError, nullIfGone } from './errors.ts'
import { jsonOf, type Call, type Requests } from './request.ts'
import type { InboxOptions, SelectedMails } from './selected-mails.ts'
import type { Inbox } from './inbox.ts'
import type { InboxInfo, SmtpSettings } from './types.ts'

export type NamedInboxOptions = {
  /**
   * It ends with its mail after so long without new mail, such as "3 days" or a number of seconds. One that is there
   * and lasts goes on to last.
   */
  expiresIn?: string | number
}

/** SMTP credentials with a name, and the mail that comes by them. */
export type NamedInbox = Omit<SelectedMails, 'ofTest'> & {
  readonly id: number
  readonly name: string
  /** How an app sends mail to it. */
  readonly credentials: SmtpSettings
  /** The mail of one test within it. */
  inbox(options?: InboxOptions): Promise<Inbox>
  /** Gives it a new password; the old one works on for so many hours: 0, 1 or 24. */
  rotate(graceHours?: number): Promise<SmtpSettings>
  /** Ends it, and deletes its mail. */
  end(): Promise<void>
}

const path = 'teams/current/inboxes'
/** Another job may end the inbox between two requests. */
const attempts = 5

export function createNamedInboxes(requests: Requests) {
  async function ask<T>(call: Omit<Call, 'path'> & { path?: string }, body?: object): Promise<T> {
    const answer = await requests.json({
      ...call,
      path: `${path}${call.path ?? ''}`,
      ...(body && jsonOf(body)),
    })
    return (answer as { data: T }).data
  }

  const list = () => ask<InboxInfo[]>({})
  const credentials = (id: number) => ask<SmtpSettings>({ path: `/${id}/credentials` })

  /** Refused as `not_found` where there is none of this name. */
  async function named(name: string): Promise<InboxInfo> {
    const wanted = name.trim().toLowerCase()
    const found = (await list()).find((each) => each.name.toLowerCase() === wanted)
    if (found) return found
    throw new MailstopError('not_found', 404, `There is no inbox "${name}".`)
  }

  async function known(name: string) {
    const { id, name: written } = await named(name)
    return { id, name: written, credentials: await credentials(id) }
  }

  /** Takes the one that is there, and puts its end off. */
  async function renewed(name: string, expires_in: number | undefined) {
    const { id, archived_at, expires_in: before } = await named(name)
    const isArchived = archived_at !== null
    // One that people made to last goes on to last.
    const later = before === null ? undefined : expires_in
    if (isArchived || later !== undefined) {
      await ask(
        { method: 'PATCH', path: `/${id}` },
        { expires_in: later, ...(isArchived && { archived: false }) },
      )
    }
    return known(name)
  }

  /** Makes an inbox, or takes the one of this name: jobs that ask at once get the same one. */
  async function take(name: string, { expiresIn }: NamedInboxOptions = {}) {
    const expires_in = expiresIn === undefined ? undefined : secondsOf(expiresIn)
    if (expires_in === null) {
      throw new TypeError(`"${expiresIn}" is no length of time: try "3 days"`)
    }
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await ask<InboxInfo & { credentials: SmtpSettings }>(
          { method: 'POST' },
          { name, expires_in },
        )
      } catch (error) {
        if (!isRefused(error)) throw error
        const found = await renewed(name, expires_in).catch(nullIfGone)
        if (found) return found
        // There is none: it was refused for another reason, or another job has just ended it.
        if (attempt === attempts || !error.body.errors?.['name']) throw error
      }
    }
  }

  return {
    list,
    known,
    take,
    rotate: (id: number, grace_hours = 0) =>
      ask<SmtpSettings>({ method: 'POST', path: `/${id}/rotate`, once: true }, { grace_hours }),
    async end(id: number): Promise<void> {
      await requests.json({ method: 'DELETE', path: `${path}/${id}` })
    },
  }
}

/** The name is taken, the team has as many as it may, or the token may make none: the inbox may be there all the same. */
const isRefused = (error: unknown): error is MailstopError =>
  error instanceof MailstopError && [403, 409, 422].includes(error.status)

const units = { minute: 60, hour: 3_600, day: 86_400, week: 604_800 }

/** Seconds of a text such as "3 days" or "90m"; a number is seconds. Null for what is no length of time. */
export function secondsOf(given: string | number): number | null {
  if (typeof given === 'number') return given
  const [, count, word = ''] = /^\s*(\d+)\s*([a-z]+)\s*$/i.exec(given) ?? []
  const name = word.toLowerCase().replace(/(.)s$/, '$1')
  const unit = Object.entries(units).find(([long]) => long === name || long[0] === name)
  return count === undefined || !unit ? null : Number(count) * unit[1]
}
