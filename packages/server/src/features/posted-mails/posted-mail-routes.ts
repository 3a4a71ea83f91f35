import { limits, postMail } from '@mailstop/contract'
import { dataRoute, type Route } from '../../http/route.ts'
import type { FindNamedInbox } from '../inboxes/inboxes.ts'
import type { PostedMails } from './posted-mails.ts'

export function postedMailRoutes(
  mails: PostedMails,
  inboxNamed: FindNamedInbox,
  maxMailBytes: number,
): Route[] {
  return [
    dataRoute(
      postMail,
      async ({ query: { inbox: name, ...envelope }, headers }, { request, read }) => {
        const inbox = await inboxNamed(request, name)
        return mails.post(request, { envelope, read, key: headers['idempotency-key'], inbox })
      },
      { source: maxMailBytes, json: limits.postedJsonBytes },
    ),
  ]
}
