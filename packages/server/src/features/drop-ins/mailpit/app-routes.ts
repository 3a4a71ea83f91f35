import { scopesAllow } from '@mailstop/contract'
import type { DropInRoute } from '../../../http/drop-in.ts'
import { keepNewest } from '../../../lib/shares/newest-kept.ts'
import type { MailpitDeps } from './asked.ts'
import { refused } from './mailpit-input.ts'
import { json } from './mailpit-replies.ts'

/** Clients ask for it to know which calls there are. */
export const imitated = 'v1.30.5'
const mostTeams = 10_000

type AppDeps = Pick<MailpitDeps, 'mails' | 'canForward' | 'events' | 'product'>

export function createAppRoutes({ mails, canForward, events, product }: AppDeps): DropInRoute[] {
  /** What this process has caught for each team, shown to that team alone. */
  const caught = new Map<number, { mails: number; bytes: number }>()
  events.on('mailReceived', ({ teamId, entry }) => {
    const { mails: before, bytes } = caught.get(teamId) ?? { mails: 0, bytes: 0 }
    const counts = { mails: before + 1, bytes: bytes + (entry?.row.size ?? 0) }
    keepNewest(caught, teamId, counts, mostTeams)
  })

  const info: DropInRoute = {
    method: 'GET',
    path: '/api/v1/info',
    scope: 'mail:read',
    maxBodyBytes: 0,
    async handle({ wants, teamId }) {
      const request = wants('read_mail')
      const { total, unread, bytes } = await mails.teamCounts(request)
      const tags = await mails.listTags(request)
      const since = caught.get(teamId) ?? { mails: 0, bytes: 0 }
      return json({
        Version: imitated,
        LatestVersion: 'disabled',
        Database: `mailstop ${product.version}`,
        DatabaseSize: bytes,
        Messages: total,
        Unread: unread,
        Tags: Object.fromEntries(tags.map(({ name, total: count }) => [name, count])),
        RuntimeStats: {
          Uptime: Math.floor(process.uptime()),
          Memory: process.memoryUsage.rss(),
          MessagesDeleted: 0,
          SMTPAccepted: since.mails,
          SMTPAcceptedSize: since.bytes,
          SMTPRejected: 0,
          SMTPIgnored: 0,
        },
      })
    },
  }

  const webui: DropInRoute = {
    method: 'GET',
    path: '/api/v1/webui',
    scope: 'mail:read',
    maxBodyBytes: 0,
    handle: async ({ actor }) =>
      json({
        Label: '',
        MessageRelay: {
          Enabled:
            canForward && (actor.kind === 'user' || scopesAllow(actor.scopes, 'forward_mail')),
          SMTPServer: '',
          ReturnPath: '',
          AllowedRecipients: '',
          BlockedRecipients: '',
          OverrideFrom: '',
          PreserveMessageIDs: false,
          RecipientAllowlist: '',
        },
        SpamAssassin: false,
        ChaosEnabled: false,
        DuplicatesIgnored: false,
        HideDeleteAllButton: false,
      }),
  }

  const chaos = (method: 'GET' | 'PUT'): DropInRoute => ({
    method,
    path: '/api/v1/chaos',
    scope: null,
    maxBodyBytes: 64 * 1024,
    async handle() {
      throw refused('Chaos is not enabled')
    },
  })

  return [info, webui, chaos('GET'), chaos('PUT')]
}
