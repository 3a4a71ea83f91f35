import {
  getSmtpSettings,
  rotateCredentials,
  sendTestMail,
  type SmtpSettings,
  type Team,
} from '@mailstop/contract'
import { dataRoute, route, type Route } from '../../http/route.ts'
import type { TeamRequest, UserRequest } from '../../actor.ts'

type Operations = {
  settings: (request: TeamRequest<'read_smtp'>) => Promise<SmtpSettings>
  rotate: (request: UserRequest<'rotate_credentials'>) => Promise<Team>
  sendTestMail: (request: UserRequest<'send_test_mail'>) => Promise<number>
}

export function smtpCredentialRoutes(operations: Operations): Route[] {
  return [
    dataRoute(getSmtpSettings, (_input, { request }) => operations.settings(request)),
    dataRoute(rotateCredentials, (_input, { request }) => operations.rotate(request)),
    route(sendTestMail, async (_input, { request }) => ({
      data: { mail: await operations.sendTestMail(request) },
    })),
  ]
}
