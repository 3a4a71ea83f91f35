import { rotateCredentials, sendTestMail, type Team } from '@mailstop/contract'
import { dataRoute, route, type Route } from '../../http/route.ts'
import type { UserRequest } from '../../actor.ts'

type Operations = {
  rotate: (request: UserRequest<'rotate_credentials'>) => Promise<Team>
  sendTestMail: (request: UserRequest<'send_test_mail'>) => Promise<number>
}

export function smtpCredentialRoutes(operations: Operations): Route[] {
  return [
    dataRoute(rotateCredentials, (_input, { request }) => operations.rotate(request)),
    route(sendTestMail, async (_input, { request }) => ({
      data: { mail: await operations.sendTestMail(request) },
    })),
  ]
}
