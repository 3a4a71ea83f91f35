import type { Mailstop } from '../mailstop.ts'
import type { SmtpSettings } from '../types.ts'
import { UsageError, type Arguments } from './arguments.ts'

/** `inboxes` lists them; a second word makes one, ends it or says how an app sends to it. */
export async function inboxes(mailstop: Mailstop, given: Arguments): Promise<string> {
  const [, verb = 'list', name] = given.words
  if (verb === 'list') return listed(await mailstop.inboxes(), given)
  if (!name) throw new UsageError(`inboxes ${verb} needs the name of an inbox`)
  if (given['expires-in'] !== undefined && verb !== 'create') {
    throw new UsageError(`inboxes ${verb} takes no --expires-in`)
  }
  if (given.grace !== undefined && verb !== 'rotate') {
    throw new UsageError(`inboxes ${verb} takes no --grace`)
  }
  switch (verb) {
    case 'create': {
      const expiresIn = given['expires-in']
      const made = await mailstop
        .inbox(name, { ...(expiresIn !== undefined && { expiresIn }) })
        .catch(asUsage)
      return settingsText(made.credentials, given)
    }
    case 'credentials':
      return settingsText((await mailstop.findInbox(name)).credentials, given)
    case 'rotate': {
      const found = await mailstop.findInbox(name)
      return settingsText(await found.rotate(readGrace(given.grace)), given)
    }
    case 'end': {
      const found = await mailstop.findInbox(name)
      await found.end()
      return found.name
    }
    default:
      throw new UsageError(
        `There is no inboxes ${verb}: pass create, credentials, rotate or end, or nothing`,
      )
  }
}

function listed(all: Awaited<ReturnType<Mailstop['inboxes']>>, { json }: Arguments): string {
  if (json) return JSON.stringify(all, null, 2)
  return all
    .map(({ name, total, unread, archived_at: archived, expires_at: ends }) =>
      [
        `${name}  ${total} ${total === 1 ? 'message' : 'messages'}, ${unread} unread`,
        ...(archived === null ? [] : ['archived']),
        ...(ends === null ? [] : [`ends ${ends} without new mail`]),
      ].join(', '),
    )
    .join('\n')
}

function readGrace(given = '0'): number {
  if (!['0', '1', '24'].includes(given)) throw new UsageError('--grace is 0, 1 or 24 hours')
  return Number(given)
}

/** A length of time that cannot be read was written wrongly. */
function asUsage(error: unknown): never {
  throw error instanceof TypeError ? new UsageError(error.message) : error
}

export const settingsText = (settings: SmtpSettings, { env }: Arguments): string =>
  env ? environmentOf(settings) : JSON.stringify(settings, null, 2)

/** The names that Laravel and many others read, for `eval` of a shell. */
function environmentOf({
  host,
  ports,
  tls_ports: tlsPorts,
  username,
  password,
}: SmtpSettings): string {
  const variables = {
    MAIL_HOST: host,
    MAIL_PORT: String(ports[0] ?? tlsPorts[0] ?? ''),
    MAIL_USERNAME: username,
    MAIL_PASSWORD: password,
  }
  return Object.entries(variables)
    .map(([name, value]) => `export ${name}='${value.replaceAll("'", String.raw`'\''`)}'`)
    .join('\n')
}
