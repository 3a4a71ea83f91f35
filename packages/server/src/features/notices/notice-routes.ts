import { getPrivacy, getTerms } from '@mailstop/contract'
import { route, type Route } from '../../http/route.ts'
import type { Notices } from './notices.ts'

export function noticeRoutes(notices: Notices): Route[] {
  return [
    route(getTerms, async () => ({ data: { text: await notices.terms() } })),
    route(getPrivacy, async () => ({ data: { text: await notices.privacy() } })),
  ]
}
