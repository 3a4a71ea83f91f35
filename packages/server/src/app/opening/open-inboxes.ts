import { createCredentialRotation } from '../../features/inboxes/credential-rotation.ts'
import { createInboxEnding, type InboxEndingDeps } from '../../features/inboxes/inbox-ending.ts'
import { measureInboxes } from '../../features/inboxes/inbox-metrics.ts'
import { createInboxSweep } from '../../features/inboxes/inbox-sweep.ts'
import { createInboxUse } from '../../features/inboxes/inbox-use.ts'
import { createInboxes } from '../../features/inboxes/inboxes.ts'
import { createMinuteCounts } from '../../features/inboxes/minute-counts.ts'
import { createNamedInbox } from '../../features/inboxes/named-inbox.ts'
import type { SmtpCredentials } from '../../features/inboxes/smtp-credentials.ts'
import { createSmtpSettings } from '../../features/inboxes/smtp-settings.ts'
import type { Mails } from '../../features/mails/mails.ts'
import type { Permit, SmtpEndpoint, Teams } from '../../features/teams/teams.ts'
import type { Infrastructure } from '../infrastructure.ts'

/** The inboxes of all teams, with their settings for SMTP, how much each caught lately, and their end. */
export function openInboxes(
  infrastructure: Infrastructure,
  smtp: SmtpEndpoint,
  closing: AsyncDisposableStack,
  deps: Pick<InboxEndingDeps, 'tokens' | 'rules'> & {
    permit: Permit
    teams: Teams
    credentials: SmtpCredentials
    mails: Mails
  },
) {
  const { config, db, limiter, metrics, now, report: onError } = infrastructure
  const base = { ...infrastructure, ...deps, onError }
  const minuteCounts = createMinuteCounts({
    share: db.dialect.hasOneProcess ? null : limiter.tally('mails of inbox', 60_000),
    now,
    onError,
  })
  closing.defer(minuteCounts.stop)
  if (metrics) measureInboxes(metrics, base)
  const endInbox = createInboxEnding(base)
  const settings = createSmtpSettings({ ...base, endpoint: smtp })
  return {
    inboxes: createInboxes({ ...base, settings, endInbox, most: config.inboxesPerTeam }),
    smtpSettings: settings,
    rotate: createCredentialRotation(base),
    inboxNamed: createNamedInbox({ ...base, minuteCounts }),
    inboxSweep: createInboxSweep({ ...base, endInbox }),
    inboxUse: createInboxUse(base),
    minuteCounts,
  }
}
