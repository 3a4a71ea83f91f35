import { getSystemMail } from '@mailstop/contract'
import { route, type Route } from '../../http/route.ts'

/** So that nobody is told to look for a mail that never left. */
export const systemMailRoutes = (relay: boolean): Route[] => [
  route(getSystemMail, async () => ({ data: { relay } })),
]
