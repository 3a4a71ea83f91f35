import { z } from 'zod'
import { configVariables, type VariableName } from './config-variables.ts'

export const processRoles = ['http', 'smtp', 'worker'] as const

export type ProcessRole = (typeof processRoles)[number]

/**
 * Configuration from environment variables, validated together: the result is a whole
 * configuration or every problem at once. Pure; secrets stand apart so that `config` can be logged.
 */
export type Config = {
  /** What this process does; processes that leave some of it to others share a Postgres. */
  roles: readonly ProcessRole[]
  /** Where browsers reach the product; null: `http://localhost` with the HTTP port. */
  publicUrl: URL | null
  httpPort: number
  smtpPorts: number[]
  smtpsPorts: number[]
  /** Shown to users as the SMTP server: a name or an address, without the brackets that URLs have. */
  smtpHost: string
  /** Shown as its ports, `tlsPorts` among them; null: those that are listened on. */
  smtpShown: { ports: number[]; tlsPorts: number[] } | null
  /** Files with a certificate and its key for STARTTLS; null: self-made in the data folder. */
  smtpTls: { certFile: string; keyFile: string } | null
  smtpLimits: {
    messageBytes: number
    connections: number
    /** Mail held in memory over all connections, until it is stored. */
    bytesInFlight: number
  }
  /** Bytes of large replies, such as downloads, that are in memory at once. */
  largeReplyBytes: number
  /** The largest file of mail that can be imported, in bytes. */
  importMaxBytes: number
  dataDir: string
  mailFrom: string
  forwardCaps: {
    /** Mails an hour that the rules of a team forward. */
    team: number
    /** Mails an hour that one address gets by rules. */
    address: number
    /** Mails an hour that a user forwards by hand to addresses that did not agree. */
    strangersPerUser: number
    /** The same of all users, a day. */
    strangersPerServer: number
  }
  registration: 'open' | 'invite' | 'closed'
  /** Accounts that one client may ask for in an hour. */
  accountsPerAddress: number
  /** What a team may hold before its new mail is refused; null: as much as there is room for. */
  teamQuota: { mails: number | null; bytes: number | null }
  /** Mail older than this many days is deleted; null: kept. */
  retentionDays: number | null
  /** Mail beyond this many per team is deleted, oldest first; null: kept. */
  retentionMails: number | null
  /** Addresses or CIDR ranges whose X-Forwarded-For is believed. */
  trustedProxies: string[]
  /** Files with the operator's own texts; null: the ones that come with the product. */
  notices: { terms: string | null; privacy: string | null }
  logLevel: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'silent'
}

export type Secrets = {
  databaseUrl: string | null
  /** At least 32 bytes; null: made once in the data folder. */
  appKey: Uint8Array | null
  mailUrl: string | null
  /** Who may read `/metrics`; null: nobody. */
  metricsToken: string | null
}

export type LoadedConfig =
  | { ok: true; config: Config; secrets: Secrets }
  | { ok: false; problems: string[] }

const port = z
  .string()
  .regex(/^\d{1,5}$/)
  .transform(Number)
  .refine((value) => value <= 65_535)
const count = z
  .string()
  .regex(/^[1-9]\d{0,8}$/)
  .transform(Number)

const between = (least: number, most: number) =>
  z
    .string()
    .regex(/^\d{1,16}$/)
    .transform(Number)
    .refine((value) => value >= least && value <= most)

const list = (value: string) =>
  value
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')

const ports = z
  .string()
  .transform(list)
  .pipe(z.array(port))
  .refine((all) => new Set(all.filter(Boolean)).size === all.filter(Boolean).length)

/** As users see them: no port that is picked at start. */
const shownPorts = ports.refine((all) => !all.includes(0))

const urlOf = (protocols: string[]) =>
  z.string().refine((value) => {
    const url = URL.parse(value)
    return url !== null && protocols.includes(url.protocol) && url.hostname !== ''
  })

/** A password with a bare `%` is no part of a URL. */
function isDecodable(value: string): boolean {
  const url = URL.parse(value)
  try {
    decodeURIComponent(`${url?.username}:${url?.password}`)
    return true
  } catch {
    return false
  }
}

const proxy = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6(), z.literal('loopback')])

const environment = {
  ROLES: z
    .string()
    .transform(list)
    .pipe(z.array(z.enum(processRoles)))
    .refine((all) => all.length > 0 && new Set(all).size === all.length),
  PUBLIC_URL: urlOf(['http:', 'https:']).refine((value) => {
    const url = URL.parse(value)
    return url !== null && url.href === `${url.origin}/`
  }),
  HTTP_PORT: port,
  SMTP_PORTS: ports.refine((all) => all.length > 0),
  SMTPS_PORTS: ports,
  SMTP_SHOWN_PORTS: shownPorts,
  SMTPS_SHOWN_PORTS: shownPorts,
  SMTP_HOST: z.string().regex(/^[a-zA-Z0-9.:[\]_-]{1,253}$/),
  SMTP_TLS_CERT: z.string(),
  SMTP_TLS_KEY: z.string(),
  SMTP_MAX_MAIL_BYTES: between(1_024, 104_857_600),
  SMTP_MAX_CONNECTIONS: between(1, 1_000_000),
  SMTP_MEMORY_BYTES: between(1_048_576, 68_719_476_736),
  IMPORT_MAX_BYTES: between(1_024, 68_719_476_736),
  DATA_DIR: z.string(),
  DATABASE_URL: urlOf(['postgres:', 'postgresql:']),
  APP_KEY: z
    .string()
    .regex(/^[A-Za-z0-9+/_-]+=*$/)
    .transform((text) => new Uint8Array(Buffer.from(text, 'base64')))
    .refine((key) => key.length >= 32),
  MAIL_URL: urlOf(['smtp:', 'smtps:']).refine(isDecodable),
  MAIL_FROM: z.string().regex(/^[^\r\n<>]*<[^\s<>@]+@[^\s<>@]+>$|^[^\s<>@]+@[^\s<>@]+$/),
  FORWARDS_PER_TEAM: count,
  FORWARDS_PER_ADDRESS: count,
  FORWARDS_TO_STRANGERS_PER_USER: count,
  FORWARDS_TO_STRANGERS_PER_SERVER: count,
  REGISTRATION: z.enum(['open', 'invite', 'closed']),
  ACCOUNTS_PER_ADDRESS: count,
  TEAM_MAX_MAILS: count,
  TEAM_MAX_BYTES: between(1_024, 2 ** 50),
  RETENTION_DAYS: count,
  RETENTION_MAILS: count,
  TRUSTED_PROXIES: z.string().transform(list).pipe(z.array(proxy)),
  TERMS_FILE: z.string(),
  PRIVACY_FILE: z.string(),
  METRICS_TOKEN: z.string().regex(/^[\x21-\x7e]{16,200}$/),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']),
} satisfies Record<VariableName, z.ZodType>

type Values = { [K in VariableName]?: z.output<(typeof environment)[K]> }

/** `memoryBytes` is what this process may have of the machine's memory. */
export function loadConfig(
  env: Record<string, string | undefined>,
  memoryBytes = Infinity,
): LoadedConfig {
  const problems: string[] = []
  const values: Values = {}
  for (const variable of configVariables) {
    const text = env[variable.name]?.trim() || variable.default
    if (text === null) continue
    const parsed = environment[variable.name].safeParse(text)
    if (parsed.success) Object.assign(values, { [variable.name]: parsed.data })
    else problems.push(`${variable.name} ${variable.rule}`)
  }
  problems.push(...problemsBetween(values))
  return problems.length > 0
    ? { ok: false, problems }
    : { ok: true, ...assemble(values, memoryBytes) }
}

/** What each variable allows but their combination does not. */
function problemsBetween(values: Values): string[] {
  const problems: string[] = []
  if (values.DATABASE_URL && !values.APP_KEY) {
    problems.push('APP_KEY must be set when DATABASE_URL is: all processes share it')
  }
  if (values.ROLES && values.ROLES.length < processRoles.length && !values.DATABASE_URL) {
    problems.push(
      'ROLES must name http, smtp and worker unless DATABASE_URL is set: SQLite serves one process alone',
    )
  }
  if (!values.SMTP_TLS_CERT !== !values.SMTP_TLS_KEY) {
    problems.push('SMTP_TLS_CERT and SMTP_TLS_KEY must be set together')
  }
  // Half is for the one mail that may always finish, half for all the others.
  if ((values.SMTP_MEMORY_BYTES ?? Infinity) < 2 * (values.SMTP_MAX_MAIL_BYTES ?? 0)) {
    problems.push('SMTP_MEMORY_BYTES must be at least twice SMTP_MAX_MAIL_BYTES')
  }
  const all = [values.HTTP_PORT, ...(values.SMTP_PORTS ?? []), ...(values.SMTPS_PORTS ?? [])]
  const taken = all.filter((number) => number !== undefined && number !== 0)
  if (new Set(taken).size !== taken.length) {
    problems.push('HTTP_PORT, SMTP_PORTS and SMTPS_PORTS must not share a port')
  }
  const shown = [...(values.SMTP_SHOWN_PORTS ?? []), ...(values.SMTPS_SHOWN_PORTS ?? [])]
  if (new Set(shown).size !== shown.length) {
    problems.push('SMTP_SHOWN_PORTS and SMTPS_SHOWN_PORTS must not share a port')
  }
  return problems
}

/**
 * What arrives is in memory two or three times until it is written, beside all else that the process
 * does: an eighth leaves room for that. Half of it is for one mail of the largest size.
 */
function usualBytesInFlight(memoryBytes: number, messageBytes: number): number {
  return Math.max(2 * messageBytes, Math.min(268_435_456, Math.floor(memoryBytes / 8)))
}

/** Four of the largest mails where there is the memory; two is what one user may hold. */
const usualReplyBytes = (memoryBytes: number, messageBytes: number) =>
  Math.max(2 * messageBytes, Math.min(4 * messageBytes, Math.floor(memoryBytes / 8)))

function assemble(values: Values, memoryBytes: number): { config: Config; secrets: Secrets } {
  const { SMTP_SHOWN_PORTS = [], SMTPS_SHOWN_PORTS = [] } = values
  const shown = [...SMTP_SHOWN_PORTS, ...SMTPS_SHOWN_PORTS]
  const publicUrl = values.PUBLIC_URL ? new URL(values.PUBLIC_URL) : null
  const host = publicUrl?.hostname ?? 'localhost'
  const messageBytes = values.SMTP_MAX_MAIL_BYTES ?? 0
  return {
    config: {
      roles: values.ROLES ?? processRoles,
      publicUrl,
      httpPort: values.HTTP_PORT ?? 0,
      smtpPorts: values.SMTP_PORTS ?? [],
      smtpsPorts: values.SMTPS_PORTS ?? [],
      smtpHost: (values.SMTP_HOST ?? host).replace(/^\[(.*)\]$/, '$1'),
      smtpShown: shown.length > 0 ? { ports: shown, tlsPorts: SMTPS_SHOWN_PORTS } : null,
      smtpTls:
        values.SMTP_TLS_CERT && values.SMTP_TLS_KEY
          ? { certFile: values.SMTP_TLS_CERT, keyFile: values.SMTP_TLS_KEY }
          : null,
      smtpLimits: {
        messageBytes,
        connections: values.SMTP_MAX_CONNECTIONS ?? 0,
        bytesInFlight: values.SMTP_MEMORY_BYTES ?? usualBytesInFlight(memoryBytes, messageBytes),
      },
      largeReplyBytes: usualReplyBytes(memoryBytes, messageBytes),
      importMaxBytes: values.IMPORT_MAX_BYTES ?? 0,
      dataDir: values.DATA_DIR ?? '',
      mailFrom: values.MAIL_FROM ?? `Mailstop <no-reply@${host}>`,
      forwardCaps: {
        team: values.FORWARDS_PER_TEAM ?? 0,
        address: values.FORWARDS_PER_ADDRESS ?? 0,
        strangersPerUser: values.FORWARDS_TO_STRANGERS_PER_USER ?? 0,
        strangersPerServer: values.FORWARDS_TO_STRANGERS_PER_SERVER ?? 0,
      },
      registration: values.REGISTRATION ?? 'open',
      accountsPerAddress: values.ACCOUNTS_PER_ADDRESS ?? 0,
      teamQuota: { mails: values.TEAM_MAX_MAILS ?? null, bytes: values.TEAM_MAX_BYTES ?? null },
      retentionDays: values.RETENTION_DAYS ?? null,
      retentionMails: values.RETENTION_MAILS ?? null,
      trustedProxies: values.TRUSTED_PROXIES ?? [],
      notices: { terms: values.TERMS_FILE ?? null, privacy: values.PRIVACY_FILE ?? null },
      logLevel: values.LOG_LEVEL ?? 'info',
    },
    secrets: {
      databaseUrl: values.DATABASE_URL ?? null,
      appKey: values.APP_KEY ?? null,
      mailUrl: values.MAIL_URL ?? null,
      metricsToken: values.METRICS_TOKEN ?? null,
    },
  }
}
