import { getSystemMail } from '@mailstop/contract'
import { route, type Route } from '../../http/route.ts'

/** Without a relay, no page asks a user to look for a mail that was never sent. */
export const systemMailRoutes = (relay: boolean): Route[] => [
  route(getSystemMail, async () => ({ data: { relay } })),
]
