import type { DropInGroup } from '../../../http/drop-ins/drop-in.ts'
import { createFileRoutes } from './file-routes.ts'
import { answerRefusal } from './mailosaur-replies.ts'
import { createMessageRoutes } from './message-routes.ts'
import { createServerRoutes } from './server-routes.ts'
import { createServers, type MailosaurDeps } from './servers.ts'

const prefix = '/mailosaur'

/** Mailosaur's API, for its clients (docs/mailosaur.md). A server of theirs is a team, and its id the code of the team. */
export function mailosaurApi(deps: MailosaurDeps): DropInGroup {
  const servers = createServers(deps)
  const urlOf = (path: string) => new URL(`${prefix}${path}`, deps.publicUrl.href).href
  return {
    prefixes: [prefix],
    challenge: 'Basic realm="Login"',
    answerRefusal,
    // Analysis, devices, usage and screenshots are among these.
    missing: ['/*'],
    routes: {
      ...createMessageRoutes({ ...deps, servers, urlOf }),
      ...createFileRoutes(deps),
      ...createServerRoutes({ ...deps, servers }),
    },
  }
}
