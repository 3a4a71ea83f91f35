import type { DropInGroup } from '../../../http/drop-ins/drop-in.ts'
import { createAppRoutes } from './app-routes.ts'
import { createRequestedMails, type MailpitDeps } from './requested-mails.ts'
import { eventRoutes } from './events/handshake.ts'
import { createListRoutes } from './list-routes.ts'
import { answerRefusal } from './mailpit-replies.ts'
import { createMessageRoutes } from './message-routes.ts'
import { createSendRoutes } from './send-routes.ts'
import { createTagRoutes } from './tag-routes.ts'
import { createViewRoutes } from './view-routes.ts'

/** Mailpit's REST API and its pages of mails, for its clients (docs/mailpit.md). */
export function mailpitApi(deps: MailpitDeps): DropInGroup {
  const asked = createRequestedMails(deps)
  return {
    prefixes: ['', '/mailpit'],
    challenge: 'Basic realm="Login"',
    answerRefusal,
    missing: ['/api/v1/*', '/view/*'],
    routes: {
      ...createAppRoutes(deps),
      ...eventRoutes,
      ...createListRoutes({ ...deps, asked }),
      ...createMessageRoutes({ ...deps, asked }),
      ...createSendRoutes({ ...deps, asked }),
      ...createTagRoutes(deps),
      ...createViewRoutes({ ...deps, asked }),
    },
  }
}
