import { limits, postMail } from '@mailstop/contract'
import { messageRoute, type Route } from '../../http/route.ts'
import type { PostedMails } from './posted-mails.ts'

export function postedMailRoutes(mails: PostedMails, maxMailBytes: number): Route[] {
  return [
    messageRoute(
      postMail,
      { source: maxMailBytes, json: limits.postedJsonBytes },
      async ({ query: envelope, headers }, { request, read }) => ({
        data: await mails.post(request, { envelope, read, key: headers['idempotency-key'] }),
      }),
    ),
  ]
}
