import { z } from 'zod'
import { defineEndpoint } from '../rules/endpoint.ts'
import { dataReply } from '../rules/replies.ts'
import { teamParams } from './teams.ts'

export const smtpSettings = z.object({
  host: z.string(),
  /** They begin without TLS; an app uses the first one. */
  ports: z.array(z.number().int()),
  /** These of `ports` offer STARTTLS. */
  starttls_ports: z.array(z.number().int()),
  /** Ports that use TLS from the first byte. */
  tls_ports: z.array(z.number().int()),
  /** Whether the certificate is of Mailstop's own making, which no client trusts by itself. */
  self_signed: z.boolean(),
  username: z.string(),
  password: z.string(),
})
export type SmtpSettings = z.output<typeof smtpSettings>

export const getSmtpSettings = defineEndpoint({
  method: 'GET',
  path: '/api/teams/{team}/smtp',
  action: 'read_smtp',
  scope: 'smtp:read',
  summary: 'How an app sends mail to the team by SMTP.',
  params: teamParams,
  reply: dataReply(smtpSettings),
})
