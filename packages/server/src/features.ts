import { createPasswordCheck } from './features/accounts/password-check.ts'
import { createAccounts, proveAddress } from './features/accounts/accounts.ts'
import { createArchive } from './features/archive/archive.ts'
import { createDeliveries } from './features/forwarding/deliveries.ts'
import { createForwardHistory } from './features/forwarding/forward-history.ts'
import { createForwarding } from './features/forwarding/forwarding.ts'
import { createMessageMaker } from './features/forwarding/message-maker.ts'
import { createRules } from './features/forwarding/rules.ts'
import { createInvites, endInvitesOf } from './features/invites/invites.ts'
import { createMailFiles } from './features/mails/mail-files.ts'
import { createIntake } from './features/mails/mail-intake.ts'
import { createMails } from './features/mails/mails.ts'
import { createNotices } from './features/notices/notices.ts'
import { createPins } from './features/pins/pins.ts'
import { createCredentialRotation } from './features/smtp-credentials/credential-rotation.ts'
import { createSmtpCredentials } from './features/smtp-credentials/smtp-credentials.ts'
import { createSuppression } from './features/suppression/suppression.ts'
import { createTeams, type SmtpEndpoint } from './features/teams/teams.ts'
import type { Foundation } from './foundation.ts'
import { createPasswords } from './features/accounts/passwords.ts'
import { createSigner } from './lib/signed-link.ts'
import { createMailer } from './mailer/mailer.ts'
import { deliverToRelay } from './mailer/relay.ts'
import { createViewer } from './mime/viewer.ts'

export type Features = ReturnType<typeof createFeatures>

/** Every feature after those that it needs. None of them listens or works by itself. */
export function createFeatures(foundation: Foundation, closing: AsyncDisposableStack) {
  const { config, secrets, db, events, keyFor, publicUrl, metrics, shares } = foundation
  const { report, limiter, log, print, now } = foundation
  const canForward = secrets.mailUrl !== null

  const history = createForwardHistory({ db, events, now })
  const suppression = createSuppression({
    db,
    events,
    key: keyFor('stopping'),
    publicUrl,
    log,
    now,
  })
  const mailer = createMailer({
    db,
    key: keyFor('outbox'),
    mailUrl: secrets.mailUrl,
    mailFrom: config.mailFrom,
    dataDir: config.dataDir,
    log,
    print,
    now,
    metrics,
    alsoSettle: history.settle,
    onQueued: () => events.emit('workQueued', { queue: 'outbox' }),
    isSuppressed: suppression.isSuppressed,
  })

  const passwords = createPasswords(shares.passwords)
  const requirePassword = createPasswordCheck({ db, passwords, limiter, now })
  const credentials = createSmtpCredentials({ db, events, sealKey: keyFor('seal'), now })
  const smtpEndpoint: SmtpEndpoint = { server: config.smtpHost, ports: [], tlsPorts: [] }
  const teams = createTeams({
    db,
    events,
    credentials,
    smtp: smtpEndpoint,
    requirePassword,
    endingSteps: [credentials.end, endInvitesOf],
    now,
  })
  const rotate = createCredentialRotation({ db, credentials, teams })
  const asking = { db, events, mailer, suppression, limiter, publicUrl, now }
  const invites = createInvites({ ...asking, teams, hasRelay: canForward, proveAddress })
  const accounts = createAccounts({
    db,
    events,
    teams,
    mailer,
    isInvited: invites.isInvited,
    provesAddress: invites.provesAddress,
    joinInvitedTeams: invites.takeUp,
    onError: report,
    limiter,
    passwords,
    requirePassword,
    publicUrl,
    registration: config.registration,
    accountsPerAddress: config.accountsPerAddress,
    now,
  })

  const viewer = createViewer({ shares, threads: 2, cpuMs: 4_000, memoryMb: 256, log })
  closing.defer(viewer.stop)
  const mails = createMails({
    db,
    events,
    viewer,
    permit: teams.permit,
    forwardsOf: history.forwardsOf,
    quota: config.teamQuota,
    now,
  })
  const own = {
    mailFrom: config.mailFrom,
    smtpHost: config.smtpHost,
    mark: Buffer.from(keyFor('forwards')).toString('hex').slice(0, 24),
  }
  const messages = createMessageMaker()
  closing.defer(messages.stop)
  const forwarding = createForwarding({
    db,
    events,
    mails,
    permit: teams.permit,
    outbox: mailer,
    canSend: canForward,
    own,
    messages,
    limiter,
    suppression,
    caps: config.forwardCaps,
    now,
  })
  const rules = createRules({
    ...asking,
    permit: teams.permit,
    canSend: canForward,
    own,
  })
  const deliveries = createDeliveries({
    db,
    events,
    deliver: secrets.mailUrl === null ? null : deliverToRelay(secrets.mailUrl, config.mailFrom),
    own,
    stopUrlOf: suppression.urlOf,
    sourceOf: mails.keptSource,
    messages,
    limiter,
    caps: config.forwardCaps,
    log,
    metrics,
    now,
  })

  const notices = createNotices(config.notices)
  const pins = createPins({ db, events, mails, permit: teams.permit, now })
  const signer = createSigner(keyFor('links'), now)
  const files = createMailFiles({ mails, signer })
  const intake = createIntake({ db, events, quota: config.teamQuota, now })
  // What was accepted is written before the store closes.
  closing.defer(intake.idle)
  const archive = createArchive({
    db,
    events,
    mails,
    receive: intake.receive,
    maxMailBytes: config.smtpLimits.messageBytes,
    permit: teams.permit,
    signer,
    now,
  })

  return {
    suppression,
    mailer,
    credentials,
    /** Shown with the credentials; its ports are known once SMTP listens. */
    smtpEndpoint,
    teams,
    rotate,
    invites,
    accounts,
    mails,
    forwarding,
    rules,
    deliveries,
    canForward,
    notices,
    pins,
    files,
    intake,
    archive,
  }
}
