import { isIP } from 'node:net'
import { emailField, limits, tokenPrefix } from '@mailstop/contract'
import { z } from 'zod'
import { readOutboundHost, type OutboundAllow } from '../lib/network/outbound-allow.ts'
import { leastConnections } from '../lib/process/database-connections.ts'
import { readSourcesUrl } from '../lib/sources-url.ts'
import { signInVariables } from './sign-in-variables.ts'
import { list, variable } from './variable.ts'

export const processRoles = ['http', 'smtp', 'worker'] as const

/** Who may read the mail that a server catches: its accounts, or everybody; `ci` keeps nothing besides. */
export const serveModes = ['accounts', 'open', 'ci'] as const
export type ServeMode = (typeof serveModes)[number]

const port = z
  .string()
  .regex(/^\d{1,5}$/)
  .transform(Number)
  .refine((value) => value <= 65_535)

/** Each 0 is another port. */
const areDifferent = (all: (number | string)[]): boolean =>
  new Set(all.filter(Boolean)).size === all.filter(Boolean).length

const ports = z.string().transform(list).pipe(z.array(port)).refine(areDifferent)

const portsRule = 'different ports from 0 to 65535, comma-separated'

/** Ports as users see them, so none that is picked at start. */
const shownPorts = () =>
  variable(
    null,
    'different ports from 1 to 65535, comma-separated',
    ports.refine((all) => !all.includes(0)),
  )

/** A path that the system can bind: Linux takes 107 bytes, macOS 103. */
const socketPath = z.string().regex(/^\/[^\0,]{1,102}$/)

const between = (least: number, most: number) =>
  z
    .string()
    .regex(/^\d{1,16}$/)
    .transform(Number)
    .refine((value) => value >= least && value <= most)

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
const unitMs = { m: minuteMs, h: 60 * minuteMs, d: dayMs }

/** Parses a duration such as `24h`; NaN when it is none. */
function milliseconds(text: string): number {
  const [, count, unit] = /^([1-9]\d{0,5})([mhd])$/.exec(text) ?? []
  return Number(count) * unitMs[(unit ?? 'm') as keyof typeof unitMs]
}

const bytes = <Default extends string | null>(preset: Default, least: number, most: number) =>
  variable(preset, `a whole number of bytes from ${least} to ${most}`, between(least, most))

const count = <Default extends string | null>(preset: Default) =>
  variable(
    preset,
    'a whole number from 1 to 999999999',
    z
      .string()
      .regex(/^[1-9]\d{0,8}$/)
      .transform(Number),
  )

const onOrOff = <Default extends 'on' | 'off'>(preset: Default) =>
  variable(preset, 'on or off', z.enum(['on', 'off']))

const cidr = z.union([z.cidrv4(), z.cidrv6()])

function readOutboundAllow(entries: string[], context: z.RefinementCtx): OutboundAllow {
  const isNetwork = (entry: string) => cidr.safeParse(entry).success
  const hosts = entries.filter((entry) => !isNetwork(entry)).map(readOutboundHost)
  if (hosts.includes(null)) context.addIssue({ code: 'custom' })
  return { networks: entries.filter(isNetwork), hosts: hosts.filter((host) => host !== null) }
}

/** An address, of IPv6 in brackets where a port follows. */
const isDnsServer = (value: string): boolean =>
  isIP(value.replace(/^\[(.*)\](:\d{1,5})?$/, '$1').replace(/^([\d.]+):\d{1,5}$/, '$1')) !== 0

/** No system has a path with a NUL. */
const path = z.string().refine((value) => !value.includes('\0'))

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

/** Its path is part of the names of cookies, and of a regular expression. */
function isOriginAndPath(value: string): boolean {
  const url = URL.parse(value)
  if (url === null || url.href !== url.origin + url.pathname) return false
  return /^(?:\/[A-Za-z0-9_-][\w.-]*)*\/?$/.test(url.pathname)
}

const mostPatterns = 100

const addressPatterns = () =>
  variable(
    null,
    `at most ${mostPatterns} addresses or domains, comma-separated, where * matches any characters`,
    z
      .string()
      .transform(list)
      .pipe(z.array(z.string().max(limits.patternLength).regex(/^\S+$/)).max(mostPatterns)),
  )

const network = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6(), z.literal('loopback')])

const networks = <Default extends string | null>(preset: Default) =>
  variable(
    preset,
    'addresses or CIDR ranges, comma-separated, or loopback',
    z.string().transform(list).pipe(z.array(network)),
  )

/** By its beginning a token is known from other logins of `Authorization`. */
const ciTokenForm = new RegExp(`^${tokenPrefix}[A-Za-z0-9_-]{12,60}$`)

const hostPattern = z.string().regex(/^(?:\*\.)?(?:[a-z0-9_-]{1,63}\.)*[a-z0-9_-]{1,63}$/)

/** Every environment variable the product reads. `docs/configuration.md` lists exactly these. */
export const configVariables = {
  MAILSTOP_MODE: variable('accounts', 'accounts, open or ci', z.enum(serveModes)),
  MAILSTOP_AS: variable('mailstop', 'mailstop or mailpit', z.enum(['mailstop', 'mailpit'])),
  MAILSTOP_CALL: variable(
    null,
    'the beginning of a command, on one line',
    z.string().regex(/^[^\p{C}\p{Zl}\p{Zp}]{1,200}$/u),
  ),
  OPEN_HOSTS: variable(
    null,
    'host names, comma-separated, each alone or as *.example.com for all below it',
    z.string().toLowerCase().transform(list).pipe(z.array(hostPattern)),
  ),
  CI_TOKEN: variable(
    null,
    `${tokenPrefix} and 12 to 60 letters, digits, - or _, such as ${tokenPrefix}tests-of-the-web-shop`,
    z.string().regex(ciTokenForm),
  ),
  ROLES: variable(
    'http,smtp,worker',
    'some of http, smtp and worker, comma-separated, each once',
    z
      .string()
      .transform(list)
      .pipe(z.array(z.enum(processRoles)))
      .refine((all) => all.length > 0 && new Set(all).size === all.length),
  ),
  INSTANCE_NAME: variable(
    null,
    'a name of 1 to 30 characters on one line, such as Staging',
    z.string().regex(/^[^\p{C}\p{Zl}\p{Zp}]{1,30}$/u),
  ),
  INSTANCE_COLOR: variable(
    null,
    'a colour of six hexadecimal digits, such as #b45309',
    z.string().regex(/^#[0-9a-f]{6}$/i),
  ),
  PUBLIC_URL: variable(
    null,
    'an http or https URL of a host, a port and a path of letters, digits, -, _ and dots alone, such as https://tools.example.com/mail/',
    urlOf(['http:', 'https:']).refine(isOriginAndPath),
  ),
  LISTEN_HOST: variable(
    null,
    'one host name or address, without brackets and port',
    z.string().regex(/^[a-zA-Z0-9._-]{1,253}$|^[0-9a-fA-F.]*:[0-9a-fA-F:.]{1,45}$/),
  ),
  HTTP_PORT: variable(
    '8025',
    'a port from 0 to 65535, or the path of a Unix socket',
    z.union([port, socketPath]),
  ),
  HTTP_TLS_CERT: variable(null, 'the path of a PEM file', path),
  HTTP_TLS_KEY: variable(null, 'the path of a PEM file', path),
  SMTP_PORTS: variable(
    '2525',
    `${portsRule}, or paths of Unix sockets`,
    z
      .string()
      .transform(list)
      .pipe(z.array(z.union([port, socketPath])).min(1))
      .refine(areDifferent),
  ),
  SMTP_STARTTLS: variable(null, 'on or off', z.enum(['on', 'off'])),
  SMTP_REQUIRE_TLS: onOrOff('off'),
  SMTP_STARTTLS_PORTS: variable(
    null,
    `none, or ${portsRule}`,
    z
      .string()
      .transform((text) => (text === 'none' ? '' : text))
      .pipe(ports),
  ),
  SMTPS_PORTS: variable(null, portsRule, ports),
  POP3_PORTS: variable(null, portsRule, ports),
  POP3S_PORTS: variable(null, portsRule, ports),
  POP3_DELETE: onOrOff('off'),
  SMTP_SHOWN_PORTS: shownPorts(),
  SMTP_STARTTLS_SHOWN_PORTS: shownPorts(),
  SMTPS_SHOWN_PORTS: shownPorts(),
  SMTP_HOST: variable(
    null,
    'a host name or an address',
    z.string().regex(/^[a-zA-Z0-9.:[\]_-]{1,253}$/),
  ),
  SMTP_OPEN_TEAM: count(null),
  SMTP_OPEN_NETWORKS: networks('loopback'),
  SMTP_PROXIES: networks(null),
  RECEIVE_DOMAIN: variable(
    null,
    'a host name of ASCII letters, digits, hyphens and dots',
    z
      .string()
      .max(200)
      .toLowerCase()
      .regex(/^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/),
  ),
  RCPT_ALLOW: addressPatterns(),
  RCPT_DENY: addressPatterns(),
  SENDER_DENY: addressPatterns(),
  SMTP_CHAOS: variable(
    null,
    'triggers of Mailpit with a code and a percentage, such as Sender:451:10,Recipient:550:5',
    z
      .string()
      .toLowerCase()
      .transform(list)
      .pipe(
        z.array(z.string().regex(/^(?:sender|recipient|authentication):[45]\d\d:(?:\d{1,2}|100)$/)),
      ),
  ),
  SMTP_TLS_CERT: variable(null, 'the path of a PEM file', path),
  SMTP_TLS_KEY: variable(null, 'the path of a PEM file', path),
  SMTP_MAX_MAIL_BYTES: bytes('26214400', 1_024, 104_857_600),
  SMTP_MAX_CONNECTIONS: variable(
    '10000',
    'a whole number from 1 to 1000000',
    between(1, 1_000_000),
  ),
  SMTP_MAX_RECIPIENTS: variable('1000', 'a whole number from 100 to 4000', between(100, 4_000)),
  SMTP_MEMORY_BYTES: bytes(null, 1_048_576, 68_719_476_736),
  IMPORT_MAX_BYTES: bytes('1073741824', 1_024, 68_719_476_736),
  DATA_DIR: variable('./data', 'the path of a folder', path),
  DATABASE_URL: variable(null, 'a postgres:// URL', urlOf(['postgres:', 'postgresql:'])),
  DATABASE_LIVE_URL: variable(null, 'a postgres:// URL', urlOf(['postgres:', 'postgresql:'])),
  DATABASE_CONNECTIONS: variable(
    null,
    `a whole number from ${leastConnections} to 1000`,
    between(leastConnections, 1_000),
  ),
  SOURCES_URL: variable(
    null,
    'an s3://KEY:SECRET@host/bucket URL, key and secret percent-encoded',
    z.string().transform((text, context) => {
      const address = readSourcesUrl(text)
      if (address === null) context.addIssue({ code: 'custom' })
      return address ?? z.NEVER
    }),
  ),
  APP_KEY: variable(
    null,
    'at least 32 random bytes in base64',
    z
      .string()
      .regex(/^[A-Za-z0-9+/_-]+=*$/)
      .transform((text) => new Uint8Array(Buffer.from(text, 'base64')))
      .refine((key) => key.length >= 32),
  ),
  MAIL_URL: variable(
    null,
    'an smtp:// or smtps:// URL, user and password percent-encoded',
    urlOf(['smtp:', 'smtps:']).refine(isDecodable),
  ),
  MAIL_FROM: variable(
    null,
    'an address, with or without a name',
    z.string().regex(/^[^\r\n<>]*<[^\s<>@]+@[^\s<>@]+>$|^[^\s<>@]+@[^\s<>@]+$/),
  ),
  OPEN_FORWARD_TO: addressPatterns(),
  FORWARDS_PER_TEAM: count('600'),
  FORWARDS_PER_ADDRESS: count('200'),
  FORWARDS_TO_STRANGERS_PER_USER: count('20'),
  FORWARDS_TO_STRANGERS_PER_SERVER: count('200'),
  OUTBOUND_ALLOW: variable(
    null,
    'hosts, each with a port or without, or CIDR ranges, comma-separated',
    z.string().transform(list).transform(readOutboundAllow),
  ),
  SPAM_CHECK_URL: variable(
    null,
    'a spamd:// or rspamd+http:// URL of a host, with a password percent-encoded where Rspamd wants one',
    urlOf(['spamd:', 'rspamd+http:']).refine(isDecodable),
  ),
  SPAM_CHECK: variable('click', 'click or open', z.enum(['click', 'open'])),
  LINK_CHECKS: onOrOff('off'),
  DNS_CHECKS: onOrOff('off'),
  DNS_SERVERS: variable(
    null,
    'one to three addresses, each with a port or without, comma-separated',
    z
      .string()
      .transform(list)
      .refine((all) => all.length > 0 && all.length <= 3 && all.every(isDnsServer)),
  ),
  SHARE_LINKS: onOrOff('on'),
  WEBHOOKS: onOrOff('on'),
  REGISTRATION: variable('open', 'open, invite or closed', z.enum(['open', 'invite', 'closed'])),
  ...signInVariables,
  ADMIN_EMAIL: variable(null, 'an address', emailField),
  ACCOUNTS_PER_ADDRESS: count('10'),
  TEAM_MAX_MAILS: count(null),
  TEAM_MAX_BYTES: bytes(null, 1_024, 2 ** 50),
  INBOXES_PER_TEAM: count(String(limits.inboxesPerTeam)),
  RETENTION_DAYS: count(null),
  RETENTION_MAILS: count(null),
  BACKUP_EVERY: variable(
    null,
    'a time from 10m to 8760h, in minutes, hours or days, such as 90m, 24h or 7d',
    z
      .string()
      .transform(milliseconds)
      .pipe(
        z
          .number()
          .min(10 * minuteMs)
          .max(365 * dayMs),
      ),
  ),
  BACKUP_DIR: variable(null, 'the path of a folder', path),
  BACKUP_KEEP: variable('7', 'a whole number from 1 to 1000', between(1, 1_000)),
  TRUSTED_PROXIES: networks(null),
  DRAIN_SECONDS: variable('0', 'a whole number from 0 to 3600', between(0, 3_600)),
  TERMS_FILE: variable(null, 'the path of a text file', path),
  PRIVACY_FILE: variable(null, 'the path of a text file', path),
  METRICS_TOKEN: variable(
    null,
    '16 to 200 characters without spaces',
    z.string().regex(/^[\x21-\x7e]{16,200}$/),
  ),
  LOG_LEVEL: variable(
    'info',
    'trace, debug, info, warn, error, fatal or silent',
    z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']),
  ),
  LOG_FORMAT: variable(null, 'pretty or json', z.enum(['pretty', 'json'])),
}

/**
 * Secrets, which may be in files instead: `APP_KEY_FILE` names the file that holds `APP_KEY`. Each example value is
 * valid, and is used nowhere.
 */
export const secretVariables = {
  CI_TOKEN: 'mst_unknown-unknown',
  DATABASE_URL: 'postgres://unknown',
  DATABASE_LIVE_URL: 'postgres://unknown',
  SOURCES_URL: 's3://unknown:unknown@unknown/unknown',
  APP_KEY: 'A'.repeat(44),
  MAIL_URL: 'smtp://unknown',
  OIDC_CLIENT_SECRET: 'unknown',
  SPAM_CHECK_URL: 'spamd://unknown',
  METRICS_TOKEN: 'unknown-unknown-unknown',
} satisfies Partial<Record<keyof typeof configVariables, string>>

type Variables = typeof configVariables

export type ConfigValues = {
  [K in keyof Variables]:
    | z.output<Variables[K]['schema']>
    | (Variables[K]['default'] extends string ? never : undefined)
}
