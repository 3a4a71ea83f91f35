import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { dataReply } from './replies.ts'
import { teamParams } from './teams.ts'

export const smtpSettings = z.object({
  host: z.string(),
  /** With TLS by STARTTLS. */
  ports: z.array(z.number().int()),
  /** With TLS from the first byte. */
  tls_ports: z.array(z.number().int()),
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
