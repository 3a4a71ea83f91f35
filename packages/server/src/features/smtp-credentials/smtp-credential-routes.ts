import { rotateCredentials, sendTestMail, type Team } from '@mailstop/contract'
import { route, type Route } from '../../http/route.ts'
import { askerOf, type Asker } from '../../lib/asker.ts'

type Operations = {
  rotate: (asker: Asker) => Promise<Team>
  sendTestMail: (asker: Asker) => Promise<number>
}

export function smtpCredentialRoutes(operations: Operations): Route[] {
  return [
    route(rotateCredentials, async ({ params }, { caller }) => ({
      data: await operations.rotate(askerOf(caller, params)),
    })),
    route(sendTestMail, async ({ params }, { caller }) => ({
      data: { mail: await operations.sendTestMail(askerOf(caller, params)) },
    })),
  ]
}
