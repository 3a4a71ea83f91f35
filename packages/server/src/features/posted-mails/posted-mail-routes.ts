import { limits, postMail } from '@mailstop/contract'
import { dataRoute, type Route } from '../../http/route.ts'
import type { PostedMails } from './posted-mails.ts'

export function postedMailRoutes(mails: PostedMails, maxMailBytes: number): Route[] {
  return [
    dataRoute(
      postMail,
      ({ query: envelope, headers }, { request, read }) =>
        mails.post(request, { envelope, read, key: headers['idempotency-key'] }),
      { source: maxMailBytes, json: limits.postedJsonBytes },
    ),
  ]
}
