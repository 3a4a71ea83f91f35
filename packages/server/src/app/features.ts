import { createOpenMode } from '../features/accounts/registration/open-mode.ts'
import { createPasswordCheck } from '../features/accounts/passwords/password-check.ts'
import { createAccounts, createAddressProof } from '../features/accounts/accounts.ts'
import { createOperatorRole } from '../features/accounts/operator-role.ts'
import { createFirstAccount } from '../features/accounts/registration/first-account.ts'
import { createApiTokens } from '../features/api-tokens/api-tokens.ts'
import { createTokenManagement } from '../features/api-tokens/token-management.ts'
import { createArchive } from '../features/archive/archive.ts'
import { createForwardHistory } from '../features/forwarding/forward-history.ts'
import { createInvites, endInvitesOf } from '../features/invites/invites.ts'
import { createMailFiles } from '../features/mails/show/mail-files.ts'
import { createIntake } from '../features/mails/catch/mail-intake.ts'
import { createTagMatcher } from '../features/mails/catch/tag-matcher.ts'
import { createMails } from '../features/mails/mails.ts'
import { measureWaits } from '../features/mails/wait/wait-metrics.ts'
import { createWaits } from '../features/mails/wait/waits.ts'
import { createNotices } from '../features/notices/notices.ts'
import { createCaughtCounts } from '../features/operator/caught-counts.ts'
import { createOperator } from '../features/operator/operator.ts'
import { processFacts } from './process-facts.ts'
import { createPins } from '../features/pins/pins.ts'
import { createMailMaker } from '../features/posted-mails/mail-maker.ts'
import { createPostedMails } from '../features/posted-mails/posted-mails.ts'
import * as mailForms from './mail-forms-worker.ts'
import { createSmtpCredentials } from '../features/inboxes/smtp-credentials.ts'
import { createSharedMail } from '../features/share-links/shared-mail.ts'
import { createShareLinks } from '../features/share-links/share-links.ts'
import { createSmtpSessions } from '../features/smtp-sessions/smtp-sessions.ts'
import { createSuppression } from '../features/suppression/suppression.ts'
import { createTeams } from '../features/teams/teams.ts'
import type { Infrastructure } from './infrastructure.ts'
import { createPasswords } from '../features/accounts/passwords/passwords.ts'
import { createSigner } from '../lib/secrets/signed-link.ts'
import { createMailer } from '../mailer/mailer.ts'
import { createMailTerms } from '../lib/mail-terms.ts'
import { createViewer, createViewThreads } from '../mime/view/viewer.ts'
import { later } from './later.ts'
import { openChecks } from './opening/open-checks.ts'
import { openForwarding } from './opening/open-forwarding.ts'
import { openInboxes } from './opening/open-inboxes.ts'
import { openLab } from './opening/open-lab.ts'
import { openSignIn } from './opening/open-sign-in.ts'
import { openWebhooks } from './opening/open-webhooks.ts'
import { shownEndpoint } from './shown-ports.ts'
import { queued } from '../smtp/session/replies.ts'

export type Features = ReturnType<typeof createFeatures>

/** Makes every feature after the ones that it needs. None of them listens or works by itself. */
export function createFeatures(infrastructure: Infrastructure, closing: AsyncDisposableStack) {
  const { config, secrets, db, events, keyFor, shares, limiter, log, now } = infrastructure
  const canForward = secrets.mailUrl !== null
  const openTerms = { canForward: config.openForwardTo !== null }

  const history = createForwardHistory(infrastructure)
  const suppression = createSuppression({ ...infrastructure, key: keyFor('stopping') })
  const mailer = createMailer({
    ...infrastructure,
    key: keyFor('outbox'),
    mailUrl: secrets.mailUrl,
    mailFrom: config.mailFrom,
    dataDir: config.dataDir,
    alsoSettle: history.settle,
    onQueued: () => events.emit('workQueued', { queue: 'outbox' }),
    isSuppressed: suppression.isSuppressed,
  })
  const base = { ...infrastructure, mailer }
  const passwords = createPasswords(shares.passwords, infrastructure.passwordCost)
  const requirePassword = createPasswordCheck({ db, passwords, limiter, now })
  const credentials = createSmtpCredentials({ ...base, sealKey: keyFor('seal') })
  const smtpEndpoint = shownEndpoint(config)
  const tokens = createApiTokens({
    ...base,
    fixedToken: secrets.ciToken,
    openTerms,
    onError: infrastructure.report,
  })
  closing.defer(tokens.idle)
  const teams = createTeams({
    ...base,
    credentials,
    smtp: smtpEndpoint,
    requirePassword,
    tokens,
    endingSteps: [credentials.end, tokens.endAllOf, endInvitesOf],
    open: config.isOpen ? openTerms : null,
    hasShareLinks: config.hasShareLinks,
    openTeam: config.smtpOpen?.team ?? null,
    receiveDomain: config.receiveDomain,
  })
  const { permit } = teams
  const tokenManagement = createTokenManagement({ ...base, permit, tokens })
  const smtpSessions = createSmtpSessions({ ...base, permit, later })
  closing.defer(smtpSessions.idle)
  const operatorRole = createOperatorRole({ adminEmail: config.adminEmail, now })
  const openMode = createOpenMode({
    db,
    passwords,
    teams,
    credentials,
    tokens,
    operatorRole,
    now,
  })
  const invites = createInvites({
    ...base,
    teams,
    suppression,
    hasRelay: canForward,
    linkKey: keyFor('invite-links'),
    proveAddress: createAddressProof(operatorRole),
  })
  const firstAccount = createFirstAccount({
    ...base,
    key: keyFor('first-account'),
    email: config.isOpen ? null : config.adminEmail,
  })
  const accounts = createAccounts({
    ...base,
    teams,
    tokens,
    ...invites.lookups,
    signInRules: {
      domains: config.signIn?.domains ?? null,
      adminEmail: config.adminEmail,
      passwords: config.signIn?.passwords ?? true,
      issuer: config.signIn?.issuer ?? null,
    },
    isFirstAccount: firstAccount.allows,
    joinInvitedTeams: invites.takeUp,
    onError: infrastructure.report,
    passwords,
    requirePassword,
    registration: config.registration,
    accountsPerAddress: config.accountsPerAddress,
    operatorRole,
  })

  const signIn = openSignIn(infrastructure, smtpEndpoint, { accounts, requirePassword })

  const ownThreads = () => {
    const threads = createViewThreads({ threads: 2, cpuMs: 4_000, memoryMb: 256 })
    closing.defer(threads.stop)
    return threads
  }
  const viewer = createViewer({ shares, threads: infrastructure.viewThreads ?? ownThreads(), log })
  const { forwardsOf } = history
  const mails = createMails({
    ...base,
    viewer,
    permit,
    forwardsOf,
    quota: config.teamQuota,
    retention: { days: config.retentionDays, mails: config.retentionMails },
    queuedReply: queued,
  })

  const checks = openChecks(infrastructure, smtpEndpoint, closing, { mails, permit })

  const waits = createWaits({
    ...base,
    permit,
    mails: mails.show,
    looks: shares.waitLooks,
    lists: shares.waitLists,
    later,
    // Open mode has no sessions; `permit` asks whether a token has ended.
    isLiving: async (actor) => config.isOpen || actor.kind === 'token' || accounts.isLiving(actor),
    whenEnded: tokens.whenEnded,
    onError: infrastructure.report,
  })
  if (infrastructure.metrics) measureWaits(infrastructure.metrics, waits)

  const forwarding = openForwarding(infrastructure, closing, {
    mailer,
    suppression,
    mails,
    permit,
  })

  const webhooks = openWebhooks(infrastructure, smtpEndpoint, { ...base, permit, mails, later })
  closing.defer(webhooks.idle)
  const notices = createNotices(config.notices)
  const inboxRoom = openInboxes(infrastructure, smtpEndpoint, closing, {
    permit,
    teams,
    tokens,
    credentials,
    mails,
    rules: forwarding.features.rules,
  })
  const pins = createPins({ ...base, mails, permit })
  const signer = createSigner(keyFor('links'), now)
  const files = createMailFiles({ ...base, mails, signer })
  const shareLinks = createShareLinks({ ...base, mails, permit, isOn: config.hasShareLinks })
  const sharedMail = createSharedMail({ ...base, links: shareLinks, mails, signer })
  const tagByRules = createTagMatcher(base)
  const intake = createIntake({ ...base, quota: config.teamQuota, tagByRules, canForward })
  // Accepted mail is written before the store closes.
  closing.defer(intake.idle)
  const archive = createArchive({
    ...base,
    mails,
    receive: intake.receive,
    maxMailBytes: config.smtpLimits.messageBytes,
    permit,
    signer,
  })
  const failures = openLab(infrastructure, permit, closing)
  const mailTerms = createMailTerms(config.mailTerms)
  const maker = createMailMaker({
    forms: mailForms,
    module: new URL('./mail-forms-worker.ts', import.meta.url),
  })
  closing.defer(maker.stop)
  const postedMails = createPostedMails({
    ...base,
    maker,
    permit,
    receive: intake.receive,
    markerOfMail: mails.show.markerOfMail,
    failOnPurpose: failures.failOnPurpose,
    terms: mailTerms,
    maxMailBytes: config.smtpLimits.messageBytes,
  })
  const caught = createCaughtCounts({ ...base, onError: infrastructure.report })
  const operator = createOperator({
    ...base,
    accounts,
    teams,
    mails,
    requirePassword,
    caught,
    facts: processFacts(infrastructure),
  })
  return {
    suppression,
    mailer,
    credentials,
    tokens,
    tokenManagement,
    /** Shown with the credentials; its ports are known once SMTP listens. */
    smtpEndpoint,
    teams,
    ...inboxRoom,
    smtpSessions,
    invites,
    accounts,
    signIn,
    operatorRole,
    openMode,
    firstAccount,
    mails,
    ...checks.features,
    ...failures,
    waits,
    ...forwarding.features,
    webhooks,
    canForward,
    openTerms,
    notices,
    pins,
    files,
    shareLinks,
    sharedMail,
    intake,
    mailTerms,
    archive,
    postedMails,
    caught,
    operator,
    rest(): void {
      viewer.rest()
      checks.rest()
      forwarding.rest()
      maker.rest()
    },
  }
}
