import type { OperatorSetting } from '@mailstop/contract'
import {
  configVariables,
  processRoles,
  secretVariables,
  type ConfigValues,
  type ServeMode,
} from './config-variables.ts'
import { listeningOf, problemsOfListening } from './listening-settings.ts'
import { problemsOfSignIn, signInOf } from './sign-in-variables.ts'
import { loopbackNames, privateNames } from '../lib/network/host-names.ts'
import { isLoopback, nameForBrowsers } from '../lib/network/listen-addresses.ts'

export type Config = ReturnType<typeof configOf> & { settings: OperatorSetting[] }

export type Secrets = ReturnType<typeof secretsOf>

export type LoadedConfig =
  | { ok: true; config: Config; secrets: Secrets }
  | { ok: false; problems: string[] }

/**
 * Configuration from environment variables, validated together: the result is a whole
 * configuration or every problem at once. Pure; secrets stand apart so that `config` can be logged.
 * `memoryBytes` is what this process may have of the machine's memory. `mode` is how it serves, which
 * MAILSTOP_MODE does not decide by itself: commands other than `serve` ignore it.
 */
export function loadConfig(
  env: Record<string, string | undefined>,
  memoryBytes = Infinity,
  mode: ServeMode = 'accounts',
): LoadedConfig {
  // Where it stands for Mailpit it is reached from other containers, also when it keeps its mail.
  const like = env['MAILSTOP_AS']?.trim() === 'mailpit' ? 'ci' : mode
  const defaults: Record<string, string | undefined> = defaultsOf[like]
  const problems: string[] = []
  const values: Partial<ConfigValues> = {}
  for (const [name, variable] of Object.entries(configVariables)) {
    const text = env[name]?.trim() || (defaults[name] ?? variable.default)
    if (text === null) continue
    const parsed = variable.schema.safeParse(text)
    if (parsed.success) Object.assign(values, { [name]: parsed.data })
    else problems.push(`${name} ${variable.rule}`)
  }
  problems.push(
    ...problemsBetween(values),
    ...(mode === 'accounts' ? problemsOfAccounts(values) : problemsOfOpenMode(values, mode)),
  )
  if (problems.length > 0) return { ok: false, problems }
  const whole = values as ConfigValues
  const config = { ...configOf(whole, memoryBytes, mode), settings: settingsOf(env) }
  return { ok: true, config, secrets: secretsOf(whole) }
}

/** The port that apps and compose files of this field have. */
const openPort = { SMTP_PORTS: '1025' }
/** Open mode is for this machine alone; a server for CI is reached from other containers. */
const defaultsOf = {
  accounts: {},
  open: { ...openPort, LISTEN_HOST: 'localhost' },
  ci: openPort,
} satisfies Record<ServeMode, Record<string, string>>

const problemsOfAccounts = ({ OPEN_FORWARD_TO: isSet }: Partial<ConfigValues>): string[] =>
  isSet ? ['OPEN_FORWARD_TO must not be set without --open or --ci'] : []

/** Open mode is one process with one team and a data folder of its own, and sends mail to named addresses alone. */
function problemsOfOpenMode(values: Partial<ConfigValues>, mode: 'open' | 'ci'): string[] {
  const problems: string[] = []
  if (values.DATABASE_URL) {
    problems.push(
      `DATABASE_URL must not be set with --${mode}, which keeps its mail in a data folder`,
    )
  }
  if (values.MAIL_URL && !values.OPEN_FORWARD_TO) {
    problems.push(
      `MAIL_URL must not be set with --${mode} unless OPEN_FORWARD_TO is: without accounts nobody answers for mail to other addresses`,
    )
  }
  if (values.OPEN_FORWARD_TO && !values.MAIL_URL) {
    problems.push('MAIL_URL must be set when OPEN_FORWARD_TO is: it names the relay')
  }
  if (values.SMTP_OPEN_TEAM) {
    problems.push(`SMTP_OPEN_TEAM must not be set with --${mode}, which has one team for all mail`)
  }
  if (values.OIDC_ISSUER) {
    problems.push(`OIDC_ISSUER must not be set with --${mode}, where nobody signs in`)
  }
  if (values.RECEIVE_DOMAIN) {
    problems.push(`RECEIVE_DOMAIN must not be set with --${mode}, which has one team for all mail`)
  }
  return problems
}

/** Settings as operators are shown them; a secret only shows whether it is set. */
function settingsOf(env: Record<string, string | undefined>): OperatorSetting[] {
  return Object.entries(configVariables).map(([name, variable]) => {
    const set = env[name]?.trim() || null
    const secret = Object.hasOwn(secretVariables, name)
    return {
      name,
      value: secret ? null : (set ?? variable.default),
      source: set === null ? 'default' : 'environment',
      secret,
    }
  })
}

/** What each variable allows but their combination does not. */
function problemsBetween(values: Partial<ConfigValues>): string[] {
  const problems = [...problemsOfSignIn(values), ...problemsOfListening(values)]
  if (values.DATABASE_URL && !values.APP_KEY) {
    problems.push('APP_KEY must be set when DATABASE_URL is: all processes share it')
  }
  for (const name of ['DATABASE_LIVE_URL', 'DATABASE_CONNECTIONS'] as const) {
    if (values[name] && !values.DATABASE_URL) {
      problems.push(`${name} must not be set unless DATABASE_URL is: it is for Postgres`)
    }
  }
  if (values.SOURCES_URL && !values.DATABASE_URL) {
    problems.push(
      'DATABASE_URL must be set when SOURCES_URL is: SQLite keeps all of a mail in its one file',
    )
  }
  if (values.ROLES && values.ROLES.length < processRoles.length && !values.DATABASE_URL) {
    problems.push(
      'ROLES must name http, smtp and worker unless DATABASE_URL is set: SQLite serves one process alone',
    )
  }
  if (values.INSTANCE_COLOR && !values.INSTANCE_NAME) {
    problems.push('INSTANCE_NAME must be set when INSTANCE_COLOR is: it is the colour of that name')
  }
  // Half is for the one mail that may always finish, half for all the others.
  if ((values.SMTP_MEMORY_BYTES ?? Infinity) < 2 * (values.SMTP_MAX_MAIL_BYTES ?? 0)) {
    problems.push('SMTP_MEMORY_BYTES must be at least twice SMTP_MAX_MAIL_BYTES')
  }
  if (values.DNS_SERVERS && values.DNS_CHECKS !== 'on') {
    problems.push('DNS_SERVERS must not be set unless DNS_CHECKS is on')
  }
  if (values.RECEIVE_DOMAIN && !values.TEAM_MAX_BYTES) {
    problems.push(
      'TEAM_MAX_BYTES must be set when RECEIVE_DOMAIN is: everybody who knows an address can send mail to it',
    )
  }
  if (!values.BACKUP_EVERY !== !values.BACKUP_DIR) {
    problems.push('BACKUP_EVERY and BACKUP_DIR must be set together')
  }
  if (values.BACKUP_EVERY && values.DATABASE_URL) {
    problems.push('BACKUP_EVERY is for SQLite: back up the database of DATABASE_URL with pg_dump')
  }
  return problems
}

/**
 * Caught mail is in memory two or three times until it is written, beside all else that the process does: an eighth
 * leaves room for that. Half of it is for one mail of the largest size.
 */
function usualBytesInFlight(memoryBytes: number, messageBytes: number): number {
  return Math.max(2 * messageBytes, Math.min(268_435_456, Math.floor(memoryBytes / 8)))
}

/** Four of the largest mails where there is the memory; two is what one user may hold. */
const usualReplyBytes = (memoryBytes: number, messageBytes: number) =>
  Math.max(2 * messageBytes, Math.min(4 * messageBytes, Math.floor(memoryBytes / 8)))

/**
 * On loopback alone nobody needs the names of containers, and whoever answers for them on a local network, as LLMNR lets
 * every machine do, could have a page of that name rebound to us.
 */
function openHostsOf(values: ConfigValues, mode: ServeMode) {
  const isHereAlone = mode === 'open' && isLoopback(values.LISTEN_HOST ?? null)
  return [...(isHereAlone ? loopbackNames : privateNames), ...(values.OPEN_HOSTS ?? [])]
}

function configOf(values: ConfigValues, memoryBytes: number, mode: ServeMode) {
  const publicUrl = values.PUBLIC_URL ? new URL(values.PUBLIC_URL.replace(/\/?$/, '/')) : null
  const listenHost = values.LISTEN_HOST ?? null
  const ownHost = nameForBrowsers(listenHost)
  const host = publicUrl?.hostname ?? ownHost
  const messageBytes = values.SMTP_MAX_MAIL_BYTES
  return {
    /** What this process does; processes that leave some of it to others share a Postgres. */
    roles: values.ROLES,
    /** Nobody signs in, and all mail goes to one team. */
    isOpen: mode !== 'accounts',
    /** Open mode for the tests of a CI job: reached by the names of containers, with data that may be lost. */
    isCi: mode === 'ci',
    /** Another catcher in whose place this one was put; null: none. */
    standsFor: values.MAILSTOP_AS === 'mailpit' ? values.MAILSTOP_AS : null,
    /** Names that open mode answers for beside its own. */
    openHosts: mode === 'accounts' ? [] : openHostsOf(values, mode),
    /** What tells this installation apart from others, with the colour of its label; null: it is the only one. */
    instance: values.INSTANCE_NAME
      ? { name: values.INSTANCE_NAME, color: values.INSTANCE_COLOR ?? null }
      : null,
    /** Where browsers reach the product, ending in a slash; null: `ownHost` with the HTTP port. */
    publicUrl,
    /** The host of URLs where no other is set. */
    ownHost,
    /** The address that HTTP and SMTP listen on; null listens on all of this machine. */
    listenHost,
    /** Whether other machines may reach the product, directly or through a proxy. */
    isExposed: !isLoopback(listenHost) || (publicUrl !== null && !isLoopback(publicUrl.hostname)),
    ...listeningOf(values, mode),
    /** Whether they may delete mail. */
    pop3Deletes: values.POP3_DELETE === 'on',
    /** Shown to users as the SMTP server: a name or an address, without the brackets that URLs have. */
    smtpHost: (values.SMTP_HOST ?? host).replace(/^\[(.*)\]$/, '$1'),
    /** Whether clients have to begin TLS before they log in or send mail. */
    smtpRequiresTls: values.SMTP_REQUIRE_TLS === 'on',
    /** Patterns of the envelopes that are taken. */
    mailTerms: {
      allowed: values.RCPT_ALLOW ?? [],
      denied: values.RCPT_DENY ?? [],
      deniedSenders: values.SENDER_DENY ?? [],
    },
    /** Failures by chance that open mode begins with, as `trigger:code:percentage`. */
    smtpChaos: values.SMTP_CHAOS ?? [],
    /** Patterns of the addresses that open mode forwards mail to; null: none. */
    openForwardTo: values.OPEN_FORWARD_TO ?? null,
    /** Addresses or CIDR ranges whose SMTP connections begin with a header of the PROXY protocol. */
    smtpProxies: values.SMTP_PROXIES ?? [],
    /** The team that gets the mail of clients in these networks that have no known login. */
    smtpOpen:
      values.SMTP_OPEN_TEAM === undefined
        ? null
        : { team: values.SMTP_OPEN_TEAM, networks: values.SMTP_OPEN_NETWORKS },
    /** Mail to the domains of teams below this one needs no login; null: there are none. */
    receiveDomain: values.RECEIVE_DOMAIN ?? null,
    /** How much the process may have: of the machine or, where it is less, of its container. */
    memoryBytes,
    smtpLimits: {
      messageBytes,
      connections: values.SMTP_MAX_CONNECTIONS,
      recipients: values.SMTP_MAX_RECIPIENTS,
      /** Mail held in memory over all connections, until it is stored. */
      bytesInFlight: values.SMTP_MEMORY_BYTES ?? usualBytesInFlight(memoryBytes, messageBytes),
    },
    /** Bytes of large replies, such as downloads, that are in memory at once. */
    largeReplyBytes: usualReplyBytes(memoryBytes, messageBytes),
    /** The largest file of mail that can be imported, in bytes. */
    importMaxBytes: values.IMPORT_MAX_BYTES,
    dataDir: values.DATA_DIR,
    /** Connections to Postgres that this process may have; null: what its roles usually need. */
    databaseConnections: values.DATABASE_CONNECTIONS ?? null,
    mailFrom: values.MAIL_FROM ?? `Mailstop <no-reply@${host}>`,
    forwardCaps: {
      /** Mails an hour that the rules of a team forward. */
      team: values.FORWARDS_PER_TEAM,
      /** Mails an hour that one address gets by rules. */
      address: values.FORWARDS_PER_ADDRESS,
      /** Mails an hour that a user forwards by hand to addresses that did not agree. */
      strangersPerUser: values.FORWARDS_TO_STRANGERS_PER_USER,
      /** The same of all users, a day. */
      strangersPerServer: values.FORWARDS_TO_STRANGERS_PER_SERVER,
    },
    /** Where requests may go beyond the public network. */
    outboundAllow: values.OUTBOUND_ALLOW ?? { networks: [], hosts: [] },
    /** Which parts of the check of a mail may ask other servers. */
    outgoingChecks: {
      spam: values.SPAM_CHECK_URL ? values.SPAM_CHECK : ('off' as const),
      links: values.LINK_CHECKS === 'on',
      dns: values.DNS_CHECKS === 'on',
    },
    /** Name servers that these checks ask; null: those of this machine. */
    dnsServers: values.DNS_SERVERS ?? null,
    /** Whether members may make links to a mail for people without an account. */
    hasShareLinks: values.SHARE_LINKS === 'on',
    hasWebhooks: values.WEBHOOKS === 'on',
    registration: values.REGISTRATION,
    /** How people sign in by their organisation; null: they do not. */
    signIn: signInOf(values),
    /** The account of this address operates the server, and a printed link makes it; null: the first account. */
    adminEmail: values.ADMIN_EMAIL ?? null,
    /** Accounts that one client may ask for in an hour. */
    accountsPerAddress: values.ACCOUNTS_PER_ADDRESS,
    /** What a team may hold before its new mail is refused; null: as much as there is room for. */
    teamQuota: { mails: values.TEAM_MAX_MAILS ?? null, bytes: values.TEAM_MAX_BYTES ?? null },
    /** Inboxes that a team may have and that are not archived. */
    inboxesPerTeam: values.INBOXES_PER_TEAM,
    /** Mail older than this many days is deleted; null: kept. */
    retentionDays: values.RETENTION_DAYS ?? null,
    /** Mail beyond this many per team is deleted, oldest first; null: kept. */
    retentionMails: values.RETENTION_MAILS ?? null,
    /** Addresses or CIDR ranges whose X-Forwarded-For is believed. */
    trustedProxies: values.TRUSTED_PROXIES ?? [],
    /** How long a process that was asked to end is not ready before its ports close. */
    drainMs: values.DRAIN_SECONDS * 1_000,
    /** Files with the operator's own texts; null: the ones that come with the product. */
    notices: { terms: values.TERMS_FILE ?? null, privacy: values.PRIVACY_FILE ?? null },
    /** Backups that the worker makes; null: none. `everyMs` after the last one, and `keep` of them. */
    backups:
      values.BACKUP_EVERY && values.BACKUP_DIR
        ? { everyMs: values.BACKUP_EVERY, folder: values.BACKUP_DIR, keep: values.BACKUP_KEEP }
        : null,
    logLevel: values.LOG_LEVEL,
    /** Null: for a person on a terminal, and otherwise for a program. */
    logFormat: values.LOG_FORMAT ?? null,
  }
}

const secretsOf = (values: ConfigValues) => ({
  databaseUrl: values.DATABASE_URL ?? null,
  /** The same database, for what needs a session of its own; null: `databaseUrl` serves that as well. */
  databaseLiveUrl: values.DATABASE_LIVE_URL ?? null,
  /** The object store for the sources of mails; null: they are in the database. */
  sources: values.SOURCES_URL ?? null,
  /** At least 32 bytes; null: made once in the data folder. */
  appKey: values.APP_KEY ?? null,
  mailUrl: values.MAIL_URL ?? null,
  /** What proves us to the issuer of `signIn`; null: we are a public client. */
  oidcClientSecret: values.OIDC_CLIENT_SECRET ?? null,
  /** The spam filter, with its password; null: none. */
  spamCheckUrl: values.SPAM_CHECK_URL ?? null,
  /** A token that is known before the server is there; null: none. */
  ciToken: values.CI_TOKEN ?? null,
  /** The token that opens `/metrics`; null: there are no metrics. */
  metricsToken: values.METRICS_TOKEN ?? null,
})
