import type { SmtpSettings } from '@mailstop/contract'
import type { TeamRequest } from '../../actor.ts'
import { notFound } from '../../errors.ts'
import type { FeatureDeps } from '../feature-deps.ts'
import { numbersWith } from '../../lib/network/smtp-ports.ts'
import type { Permit, SmtpEndpoint } from '../teams/teams.ts'
import type { SmtpCredentials } from './smtp-credentials.ts'
import { credentialsOf } from './smtp-credential-store.ts'

type SmtpSettingsDeps = Pick<FeatureDeps, 'db'> & {
  permit: Permit
  credentials: Pick<SmtpCredentials, 'passwordOf'>
  endpoint: Readonly<SmtpEndpoint>
}

export function createSmtpSettings({ db, permit, credentials, endpoint }: SmtpSettingsDeps) {
  return async function read(request: TeamRequest<'read_smtp'>): Promise<SmtpSettings> {
    await permit(db.sql, request)
    const row = await credentialsOf(db.sql, request.teamId)
    if (!row) throw notFound()
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
}
