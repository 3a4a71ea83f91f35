import { permissionsOf, type OpenTerms, type Team } from '@mailstop/contract'
import { numbersWith, type SmtpPort } from '../../lib/network/smtp-ports.ts'
import type { MembershipRow } from './team-store.ts'

export type SmtpEndpoint = {
  server: string
  /** The recommended one. */
  ports: readonly SmtpPort[]
  pop3: readonly SmtpPort[]
  /** Whether Mailstop made the certificate itself, which no client trusts by itself. */
  selfSigned: boolean
}

type ViewOptions = {
  open: OpenTerms | null
  hasShareLinks: boolean
  openTeam: number | null
  receiveDomain: string | null
}

export function teamView(
  row: MembershipRow,
  password: string,
  smtp: Readonly<SmtpEndpoint>,
  { open, hasShareLinks, openTeam, receiveDomain }: ViewOptions,
): Team {
  return {
    id: row.id,
    name: row.name,
    code: row.code,
    plan: row.plan,
    is_active: row.deactivated_at === null,
    logo: null,
    type: row.type,
    members_count: Number(row.members_count),
    role: row.role,
    permissions: permissionsOf(row.role, row.type, open).filter(
      (action) => hasShareLinks || action !== 'share_mail',
    ),
    owner: { id: row.owner_id, name: row.owner_name },
    smtp_username: row.username,
    smtp_password: password,
    smtp_server: smtp.server,
    smtp_ports: smtp.ports.map(({ port }) => port).join(','),
    smtp_starttls_ports: numbersWith(smtp.ports, 'starttls').join(','),
    smtps_ports: numbersWith(smtp.ports, 'implicit').join(','),
    pop3_ports: smtp.pop3.map(({ port }) => port).join(','),
    smtp_self_signed: smtp.selfSigned,
    smtp_open: open !== null || row.id === openTeam,
    mail_domain: receiveDomain === null ? null : `${row.code}.${receiveDomain}`,
  }
}
