import { listRefusedMails } from '@mailstop/contract'
import { route, type Route } from '../../http/route.ts'
import { askerOf } from '../../lib/asker.ts'
import type { RefusedMails } from './refused-mails.ts'

export function refusedMailRoutes(refusedMails: RefusedMails): Route[] {
  return [
    route(listRefusedMails, async ({ params }, { caller }) => ({
      data: await refusedMails.list(askerOf(caller, params)),
    })),
  ]
}
