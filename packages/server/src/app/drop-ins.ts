import type { OpenUser } from '../features/accounts/registration/open-mode.ts'
import { mailcatcherApi } from '../features/drop-ins/mailcatcher/mailcatcher.ts'
import { maildevApi } from '../features/drop-ins/maildev/maildev.ts'
import { mailhogApi } from '../features/drop-ins/mailhog/mailhog-routes.ts'
import { mailosaurApi } from '../features/drop-ins/mailosaur/mailosaur.ts'
import { imitated } from '../features/drop-ins/mailpit/app-routes.ts'
import { createMailpitEvents } from '../features/drop-ins/mailpit/events/mailpit-events.ts'
import { mailpitApi } from '../features/drop-ins/mailpit/mailpit.ts'
import { createSummaries } from '../features/drop-ins/mailpit/summaries.ts'
import { createArrivalWatch } from '../features/mails/wait/arrival-watch.ts'
import { mcpRoutes } from '../features/mcp/mcp-routes.ts'
import type { DropInGroup } from '../http/drop-ins/drop-in.ts'
import type { Features } from './features.ts'
import { later } from './later.ts'
import type { Infrastructure } from './infrastructure.ts'

export function createDropIns(
  { config, db, events, shares, publicUrl, product, report: onError, now }: Infrastructure,
  {
    mails,
    inboxes,
    inboxNamed,
    inspection,
    teams,
    smtpSettings,
    postedMails,
    scenarios,
    drills,
    forwarding,
    waits,
    tokens,
    canForward,
    openTerms,
    smtpEndpoint,
  }: Features,
  openUser: OpenUser | null,
) {
  const summaries = createSummaries({ mails })
  const canSendOn = openUser === null ? canForward : openTerms.canForward
  const groups = (): DropInGroup[] => [
    mailosaurApi({ mails, inboxes, teams, publicUrl, now }),
    mailpitApi({
      mails,
      summaries,
      postedMails: {
        post: async (request, mail) =>
          postedMails.post(request, { ...mail, inbox: await inboxNamed(request, undefined) }),
      },
      forwarding,
      scenarios,
      inspection,
      canForward: canSendOn,
      forwardsTo: config.openForwardTo ?? [],
      events,
      product,
      now,
    }),
    mcpRoutes({
      mails,
      inspection,
      waits,
      inboxes,
      scenarios,
      drills,
      smtpSettings: smtpSettings.read,
      version: product.version,
    }),
    mailcatcherApi({ mails }),
    maildevApi({
      mails,
      forwarding,
      canForward: canSendOn,
      smtpPort: () => smtpEndpoint.ports[0]?.port ?? null,
    }),
    ...mailhogApi({ mails, host: config.smtpHost }),
  ]
  const mailpitEvents = createMailpitEvents({
    db,
    events,
    permit: teams.permit,
    whenEnded: tokens.whenEnded,
    mails,
    summaryOf: summaries.ofOne,
    watchArrivals: (watched, onMissed) =>
      db.dialect.hasOneProcess
        ? null
        : createArrivalWatch({ sql: db.sql, later, teams: watched, onMissed, onError }),
    version: imitated,
    reads: shares.eventReads,
    later,
    onError,
  })
  return { groups, mailpitEvents }
}
