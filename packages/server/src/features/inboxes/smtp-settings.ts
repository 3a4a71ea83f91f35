import type { SmtpSettings } from '@mailstop/contract'
import type { TeamRequest } from '../../actor.ts'
import { notFound } from '../../errors.ts'
import type { FeatureDeps } from '../feature-deps.ts'
import { numbersWith } from '../../lib/network/smtp-ports.ts'
import type { Permit, SmtpEndpoint } from '../teams/teams.ts'
import { firstInbox, type SmtpCredentials } from './smtp-credentials.ts'
import { findInbox } from './inbox-store.ts'

type SmtpSettingsDeps = Pick<FeatureDeps, 'db'> & {
  permit: Permit
  credentials: Pick<SmtpCredentials, 'passwordOf'>
  endpoint: Readonly<SmtpEndpoint>
}

export type SmtpSettingsReader = ReturnType<typeof createSmtpSettings>

export function createSmtpSettings({ db, permit, credentials, endpoint }: SmtpSettingsDeps) {
  /** How apps send with these credentials. */
  function settingsOf(row: { username: string; password_sealed: string }): SmtpSettings {
    const { server: host, ports, selfSigned } = endpoint
    return {
      host,
      ports: ports.filter(({ tls }) => tls !== 'implicit').map(({ port }) => port),
      starttls_ports: numbersWith(ports, 'starttls'),
      tls_ports: numbersWith(ports, 'implicit'),
      self_signed: selfSigned,
      username: row.username,
      password: credentials.passwordOf(row),
    }
  }

  /** Reads those of one inbox, without its id those of the first one. */
  async function read(
    request: TeamRequest<'read_smtp'>,
    inbox: number = firstInbox,
  ): Promise<SmtpSettings> {
    await permit(db.sql, request)
    const row = await findInbox(db.sql, request.teamId, inbox)
    if (!row) throw notFound()
    return settingsOf(row)
  }

  return { read, settingsOf }
}
