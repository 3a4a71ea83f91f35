import { listRefusedMails } from '@mailstop/contract'
import { route, type Route } from '../../http/route.ts'
import type { RefusedMails } from './refused-mails.ts'

export function refusedMailRoutes(refusedMails: RefusedMails): Route[] {
  return [
    route(listRefusedMails, async (_input, { request }) => ({
      data: await refusedMails.list(request),
    })),
  ]
}
