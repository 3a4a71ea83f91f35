import { listSmtpSessions } from '@mailstop/contract'
import { route, type Route } from '../../http/route.ts'
import type { SmtpSessions } from './smtp-sessions.ts'

export function smtpSessionRoutes(sessions: SmtpSessions): Route[] {
  return [route(listSmtpSessions, ({ query }, { request }) => sessions.list(request, query))]
}
