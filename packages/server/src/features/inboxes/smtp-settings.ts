import { tagKey, type SmtpSettings } from '@mailstop/contract'
import { inboxOf, keepsToInbox, type TeamRequest } from '../../actor.ts'
import { notFound } from '../../errors.ts'
import type { FeatureDeps } from '../feature-deps.ts'
import { numbersWith } from '../../lib/network/smtp-ports.ts'
import type { Permit, SmtpEndpoint } from '../teams/teams.ts'
import type { SmtpCredentials } from './smtp-credentials.ts'
import { findInbox, findInboxNamed } from './inbox-store.ts'
import { firstInbox } from '../../lib/first-inbox.ts'

type SmtpSettingsDeps = Pick<FeatureDeps, 'db'> & {
  permit: Permit
  credentials: Pick<SmtpCredentials, 'passwordOf'>
  endpoint: Readonly<SmtpEndpoint>
}

export type SmtpSettingsReader = ReturnType<typeof createSmtpSettings>

export function createSmtpSettings({ db, permit, credentials, endpoint }: SmtpSettingsDeps) {
  /** How apps send with these credentials, and mail programs read. */
  function settingsOf(row: { username: string; password_sealed: string }): SmtpSettings {
    const { server: host, ports, pop3, selfSigned } = endpoint
    return {
      host,
      ports: ports.filter(({ tls }) => tls !== 'implicit').map(({ port }) => port),
      starttls_ports: numbersWith(ports, 'starttls'),
      tls_ports: numbersWith(ports, 'implicit'),
      pop3_ports: pop3.filter(({ tls }) => tls !== 'implicit').map(({ port }) => port),
      pop3s_ports: numbersWith(pop3, 'implicit'),
      self_signed: selfSigned,
      username: row.username,
      password: credentials.passwordOf(row),
    }
  }

  /** `asked` is an id or a name. Without it, it reads those of the only inbox that is reached, or else of the first. */
  async function read(
    request: TeamRequest<'read_smtp'>,
    asked?: number | string,
  ): Promise<SmtpSettings> {
    await permit(db.sql, request, keepsToInbox)
    const only = inboxOf(request)
    const inbox = asked ?? only ?? firstInbox
    const row =
      typeof inbox === 'string'
        ? await findInboxNamed(db.sql, request.teamId, tagKey(inbox))
        : await findInbox(db.sql, request.teamId, inbox)
    if (!row || (only !== null && only !== row.id)) throw notFound()
    return settingsOf(row)
  }

  return { read, settingsOf }
}
