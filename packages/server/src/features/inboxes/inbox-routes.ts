import {
  countText,
  createInbox,
  deleteInbox,
  getInboxCredentials,
  getSmtpSettings,
  listInboxes,
  rotateInbox,
  updateInbox,
  rotateCredentials,
  sendTestMail,
  type SmtpSettings,
  type Team,
} from '@mailstop/contract'
import type { Inboxes } from './inboxes.ts'
import { dataRoute, route, type Route } from '../../http/route.ts'
import type { TeamRequest, UserRequest } from '../../actor.ts'

type Operations = {
  settings: (request: TeamRequest<'read_smtp'>) => Promise<SmtpSettings>
  rotate: (request: UserRequest<'rotate_credentials'>) => Promise<Team>
  sendTestMail: (request: UserRequest<'send_test_mail'>, inbox?: number) => Promise<number>
}

export function inboxRoutes(inboxes: Inboxes, operations: Operations): Route[] {
  return [
    dataRoute(listInboxes, (_input, { request }) => inboxes.list(request)),
    dataRoute(createInbox, ({ body }, { request }) => inboxes.create(request, body)),
    dataRoute(updateInbox, ({ params, body }, { request }) =>
      inboxes.update(request, params.inbox, body),
    ),
    route(deleteInbox, async ({ params }, { request }) => {
      const done = await inboxes.remove(request, params.inbox)
      return { message: `Inbox ended, ${countText(done.count)} deleted`, ...done }
    }),
    dataRoute(getInboxCredentials, ({ params }, { request }) =>
      inboxes.credentials(request, params.inbox),
    ),
    dataRoute(rotateInbox, ({ params, body }, { request }) =>
      inboxes.rotate(request, params.inbox, body.grace_hours),
    ),
    dataRoute(getSmtpSettings, (_input, { request }) => operations.settings(request)),
    dataRoute(rotateCredentials, (_input, { request }) => operations.rotate(request)),
    route(sendTestMail, async ({ body }, { request }) => ({
      data: { mail: await operations.sendTestMail(request, body.inbox) },
    })),
  ]
}
