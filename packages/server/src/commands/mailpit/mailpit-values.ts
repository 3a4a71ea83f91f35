import { statSync } from 'node:fs'
import { dirname } from 'node:path'

/** Settings of ours by the names of their variables, or what is wrong, as the end of a sentence. Empty: unset. */
export type Meaning = Readonly<Record<string, string>> | string

const mebibyte = 1024 * 1024
/** As much as SMTP_MAX_MAIL_BYTES may be. */
const largestMail = 100 * mebibyte

/** A setting that takes the value as it is. */
export const as = (setting: string) => (text: string) => ({ [setting]: text })

/** The folder of a database, for what Mailstop keeps; its file is left alone. */
export function folderOf(text: string): Meaning {
  if (/^https?:/.test(text)) return 'must name a file: rqlite is not supported'
  const isFolder = statSync(text, { throwIfNoEntry: false })?.isDirectory() ?? false
  return { DATA_DIR: isFolder ? text : dirname(text) }
}

/** Reads `address:port`, where addresses of IPv6 have brackets. The empty host is all addresses. */
export function readAddress(text: string): { host: string; port: string } | null {
  const match = /^(?:\[([^\]]*)\]|([^:]*)):(\d{1,5})$/.exec(text)
  if (!match) return null
  const host = match[1] ?? match[2] ?? ''
  return { host: /^[0.:]*$/.test(host) ? '' : host, port: match[3] ?? '' }
}

const examples = '0.0.0.0:8025, or unix:/path:660'

/** `unix:/path:660` is a Unix socket, with the mode that ours have. */
export const socketIn = (text: string): string | null =>
  /^unix:(\/[^:]+)(?::0?660)?$/.exec(text)?.[1] ?? null

export const listensWith = (setting: string) => (text: string) => {
  const socket = socketIn(text)
  if (socket !== null) return { [setting]: socket }
  const address = readAddress(text)
  if (address === null) return `must be an address and a port, such as ${examples}`
  return { [setting]: address.port, LISTEN_HOST: address.host }
}

/** On the address of the other ports, since Mailstop listens on one. */
export const pop3Address = (text: string) => {
  const address = readAddress(text)
  return address === null ? 'must be an address and a port' : { POP3_PORTS: address.port }
}

/** No more than this many mails; 0 keeps all. */
export const newest = (text: string) => ({ RETENTION_MAILS: text === '0' ? '' : text })

/** Whole days, since mail is kept rather longer than it was asked for. */
export function ageOf(text: string): Meaning {
  const [, count, unit] = /^(\d{1,6})([hd])$/.exec(text) ?? []
  if (count === undefined) return 'must be hours or days, such as 12h or 3d'
  const days = unit === 'd' ? Number(count) : Math.ceil(Number(count) / 24)
  return { RETENTION_DAYS: days === 0 ? '' : String(days) }
}

export function mailSize(text: string): Meaning {
  if (!/^\d{1,6}$/.test(text)) return 'must be a whole number of megabytes'
  const bytes = text === '0' ? largestMail : Number(text) * mebibyte
  return { SMTP_MAX_MAIL_BYTES: String(Math.min(bytes, largestMail)) }
}

/** A label of ours is one line of at most 30 characters. */
export const labelOf = (text: string) => ({ INSTANCE_NAME: text.trim().slice(0, 30).trim() })

/** The port is added when it is known. */
export const pathOf = (text: string): Meaning => {
  const path = text.replaceAll(/^\/+|\/+$/g, '')
  return path === '' ? {} : { PUBLIC_URL: `http://localhost/${path}/` }
}

export const spamFilterOf = (text: string): Meaning =>
  text === 'postmark'
    ? 'must name a spamd of yours: Mailstop sends no mail to Postmark'
    : { SPAM_CHECK_URL: `spamd://${text}` }

export function rspamdOf(text: string): Meaning {
  const url = URL.parse(text.includes('://') ? text : `http://${text}`)
  if (url?.protocol !== 'http:') {
    return 'must name an Rspamd by http, such as http://password@rspamd:11334'
  }
  const login = url.username === '' ? '' : `${url.password || url.username}@`
  return { SPAM_CHECK_URL: `rspamd+http://${login}${url.host}` }
}

/** Names by which the server may be asked, beside private ones: no page can have one of these in the public DNS. */
export function hostsOf(text: string): Meaning {
  const names = text.split(',').map((name) => name.trim().replace(/:\d+$/, ''))
  return { OPEN_HOSTS: names.filter((name) => !/^(localhost|[\d.]*|\[.*)$/.test(name)).join(',') }
}

export const certificateOf = (setting: string) => (text: string) =>
  text.startsWith('sans:') ? 'must name a PEM file' : { [setting]: text }
