import type { OpenUser } from '../features/accounts/registration/open-mode.ts'
import { accountRoutes } from '../features/accounts/account-routes.ts'
import { apiTokenRoutes } from '../features/api-tokens/api-token-routes.ts'
import { archiveRoutes } from '../features/archive/archive-routes.ts'
import { forwardingRoutes } from '../features/forwarding/forwarding-routes.ts'
import { ruleRoutes } from '../features/forwarding/rules/rule-routes.ts'
import { inspectionRoutes } from '../features/inspection/inspection-routes.ts'
import { outgoingRoutes } from '../features/inspection/outgoing/outgoing-routes.ts'
import { inviteRoutes } from '../features/invites/invite-routes.ts'
import { guardRoutes } from '../features/mails/guard-routes.ts'
import { tagRoutes } from '../features/mails/tag-routes.ts'
import { mailRoutes } from '../features/mails/mail-routes.ts'
import { mailContentRoutes } from '../features/mails/show/mail-content-routes.ts'
import { noticeRoutes } from '../features/notices/notice-routes.ts'
import { openApiRoutes } from '../features/openapi/openapi-routes.ts'
import { operatorRoutes } from '../features/operator/operator-routes.ts'
import { pinRoutes } from '../features/pins/pin-routes.ts'
import { postedMailRoutes } from '../features/posted-mails/posted-mail-routes.ts'
import { drillRoutes } from '../features/drills/drill-routes.ts'
import { scenarioRoutes } from '../features/scenarios/scenario-routes.ts'
import { shareLinkRoutes } from '../features/share-links/share-link-routes.ts'
import { signInRoutes } from '../features/sign-in/sign-in-routes.ts'
import { smtpSessionRoutes } from '../features/smtp-sessions/smtp-session-routes.ts'
import { inboxRoutes } from '../features/inboxes/inbox-routes.ts'
import { createTestMail } from '../features/inboxes/test-mail.ts'
import { suppressionRoutes } from '../features/suppression/suppression-routes.ts'
import { systemMailRoutes } from '../features/system-mail/system-mail-routes.ts'
import { teamRoutes } from '../features/teams/team-routes.ts'
import { versionRoutes } from '../features/version/version-routes.ts'
import { webhookRoutes } from '../features/webhooks/webhook-routes.ts'
import type { Route } from '../http/route.ts'
import type { createSmtp } from '../smtp/smtp.ts'
import type { Features } from './features.ts'
import type { Infrastructure } from './infrastructure.ts'
import { openRoutes } from './open-mode/open-routes.ts'

type RouteDeps = {
  /** Null in a process without the role `smtp`. */
  smtp: Pick<ReturnType<typeof createSmtp>, 'submit'> | null
  webBuild: () => string | null
  openUser: OpenUser | null
}

export function createRoutes(
  { config, db, limiter, publicUrl, product, now }: Infrastructure,
  features: Features,
  { smtp, webBuild, openUser }: RouteDeps,
): Route[] {
  const { canForward, intake, teams } = features
  const sendTestMail = createTestMail({
    db,
    limiter,
    publicUrl,
    now,
    teams,
    submit: smtp ? smtp.submit : null,
    receive: (mail) => intake.receive({ ...mail, followsRules: true }),
  })
  const routes = [
    accountRoutes(features.accounts, {
      relay: canForward,
      passwords: config.signIn?.passwords ?? true,
    }),
    signInRoutes(features.signIn),
    teamRoutes(teams),
    inboxRoutes(features.inboxes, {
      settings: features.smtpSettings.read,
      rotate: features.rotate,
      sendTestMail,
    }),
    smtpSessionRoutes(features.smtpSessions),
    inviteRoutes(features.invites),
    apiTokenRoutes(features.tokenManagement),
    mailRoutes(features.mails, features.files, features.waits),
    mailContentRoutes(features.mails),
    shareLinkRoutes(features.shareLinks, features.sharedMail),
    outgoingRoutes(features.outgoing),
    tagRoutes(features.mails),
    inspectionRoutes(features.inspection),
    guardRoutes(features.guards),
    scenarioRoutes(features.scenarios),
    drillRoutes(features.drills),
    postedMailRoutes(features.postedMails, features.inboxNamed, config.smtpLimits.messageBytes),
    forwardingRoutes(features.forwarding),
    ruleRoutes(features.rules),
    webhookRoutes(features.webhooks),
    suppressionRoutes(features.suppression),
    archiveRoutes(features.archive, features.inboxNamed, config.importMaxBytes),
    pinRoutes(features.pins),
    noticeRoutes(features.notices),
    operatorRoutes(features.operator, canForward),
    openApiRoutes({ publicUrl, product }),
    systemMailRoutes(canForward),
    versionRoutes({ product, store: db.dialect.name, webBuild }),
  ].flat()
  return openUser ? openRoutes(routes, features.openTerms) : routes
}
