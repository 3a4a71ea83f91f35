import { listRefusedMails } from '@mailstop/contract'
import { dataRoute, type Route } from '../../http/route.ts'
import type { RefusedMails } from './refused-mails.ts'

export function refusedMailRoutes(refusedMails: RefusedMails): Route[] {
  return [dataRoute(listRefusedMails, (_input, { request }) => refusedMails.list(request))]
}
