import { inboxOf } from '../../../actor.ts'
import type { DropInInput, DropInTable } from '../../../http/drop-ins/drop-in.ts'
import { keepNewest } from '../../../lib/shares/newest-kept.ts'
import { may } from '../named-mail.ts'
import type { MailpitDeps } from './requested-mails.ts'
import { json } from './mailpit-replies.ts'

/** Clients ask for it to know which calls there are. */
export const imitated = 'v1.34.0'
const mostTeams = 10_000

type AppDeps = Pick<MailpitDeps, 'mails' | 'canForward' | 'forwardsTo' | 'events' | 'product'>

export function createAppRoutes(deps: AppDeps): DropInTable {
  const { mails, canForward, events, product } = deps
  const allowed = expressionOf(deps.forwardsTo)

  /** What this process has caught for each team. Of other teams, nobody learns anything. */
  const caught = new Map<number, { mails: number; bytes: number }>()
  events.on('mailReceived', ({ teamId, entry }) => {
    const { mails: before, bytes } = caught.get(teamId) ?? { mails: 0, bytes: 0 }
    const counts = { mails: before + 1, bytes: bytes + (entry?.row.size ?? 0) }
    keepNewest(caught, teamId, counts, mostTeams)
  })

  async function info({ wants, teamId }: DropInInput) {
    const request = wants('read_mail')
    const { total, unread, bytes } = await mails.counts.teamCounts(request)
    const tags = await mails.change.tags.list(request)
    const ofTeam = inboxOf(request) === null ? caught.get(teamId) : null
    const since = ofTeam ?? { mails: 0, bytes: 0 }
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
  }

  const webui = async ({ actor }: DropInInput) =>
    json({
      Label: '',
      MessageRelay: {
        Enabled: canForward && may(actor, 'forward_mail'),
        SMTPServer: '',
        ReturnPath: '',
        AllowedRecipients: allowed,
        BlockedRecipients: '',
        OverrideFrom: '',
        PreserveMessageIDs: false,
        RecipientAllowlist: allowed,
      },
      SpamAssassin: false,
      Rspamd: false,
      ChaosEnabled: may(actor, 'manage_inboxes'),
      DuplicatesIgnored: false,
      HideDeleteAllButton: false,
    })

  return {
    'GET /api/v1/info': ['mail:read', info],
    'GET /api/v1/webui': ['mail:read', webui],
  }
}

/** An expression for the same addresses as patterns of the operator; '' for all addresses. */
function expressionOf(patterns: readonly string[]): string {
  const expressions = patterns.map((pattern) =>
    (pattern.includes('@') || pattern === '*' ? pattern : `*@${pattern}`)
      .replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&')
      .replaceAll('*', '.*'),
  )
  return expressions.length === 0 ? '' : `^(?:${expressions.join('|')})$`
}
