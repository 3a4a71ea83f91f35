import { fetchPayloads } from './fetch-payloads.ts'
import { handlerPayloads } from './handler-payloads.ts'
import { parserPayloads } from './parser-payloads.ts'
import type { Payload } from './payload.ts'
import { urlPayloads } from './url-payloads.ts'
import { wireMails } from './wire-mails.ts'

export type HostileMail = { name: string; source: Buffer; byHand: boolean }

/** The table of a test of the web app, read as data: packages do not import each other's sources. */
const table = new URL(
  '../../../web/src/features/mails/read/html/hostile-html.fixture.ts',
  import.meta.url,
)
const { hostileHtml } = (await import(table.href)) as { hostileHtml: [string, string][] }

const payloads: readonly Payload[] = [
  ...hostileHtml.map(([name, html]) => ({ name: `mail: ${name}`, html })),
  ...handlerPayloads,
  ...urlPayloads,
  ...fetchPayloads,
  ...parserPayloads,
]

/** All hostile mails. The hosts in a mail are replaced by `host` of its place in the list. */
export function hostileMails(host: (place: number) => string): HostileMail[] {
  const mails = [
    ...payloads.map(({ name, html, byHand = false }) => ({
      name,
      byHand,
      source: (place: number) => mailOf(aimed(html, host(place))),
    })),
    ...wireMails.map(({ name, source }) => ({
      name,
      byHand: false,
      source: (place: number) => Buffer.from(aimed(source, host(place)), 'latin1'),
    })),
  ]
  return mails.map(({ source, ...mail }, place) => ({ ...mail, source: source(place) }))
}

const aimed = (text: string, host: string) => text.replaceAll(/\b(?:evil|e|a)\.test\b/g, host)

/** Longer fields are cut by the readers of mail. */
const longestField = 600

/** The same payload in every visible place of a mail. */
function mailOf(html: string): Buffer {
  const inField = encodedWords(html.slice(0, longestField))
  const base64 = Buffer.from(html).toString('base64').replaceAll(/.{76}/g, '$&\r\n')
  const encoded = (type: string) =>
    `Content-Type: ${type}; charset=utf-8\r\nContent-Transfer-Encoding: base64`
  const filename = encodeURIComponent(html.slice(0, 200).toWellFormed()).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16)}`,
  )
  const lines = [
    `From: ${inField} <shop@sender.test>`,
    `To: ${inField} <you@customer.test>`,
    `Reply-To: ${inField} <help@sender.test>`,
    `Subject: ${inField}`,
    `X-Payload: ${inField}`,
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary=outer',
    '',
    '--outer',
    'Content-Type: multipart/alternative; boundary=inner',
    '',
    '--inner',
    encoded('text/plain'),
    '',
    base64,
    '--inner',
    // Unencoded, so that the source view has it too.
    'Content-Type: text/html; charset=utf-8',
    '',
    html,
    '--inner--',
    '--outer',
    encoded('text/html'),
    `Content-Disposition: attachment; filename*=utf-8''${filename}`,
    '',
    base64,
    '--outer--',
    '',
  ]
  return Buffer.from(lines.join('\r\n'))
}

function encodedWords(text: string): string {
  const words = Array.from(text.match(/[^]{1,14}/gu) ?? []).map(
    (piece) => `=?utf-8?B?${Buffer.from(piece).toString('base64')}?=`,
  )
  return words.join('\r\n ')
}
