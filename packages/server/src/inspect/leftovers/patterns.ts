import { createNetworks } from '../../lib/network/networks.ts'

/**
 * What a program leaves in a mail by mistake: places of a template that were not filled in, values that are none, and
 * hosts that only developers reach. Each pattern is bounded, so that a text is searched in linear time.
 */

/** Places of templates, by the languages that write them so. */
const places: readonly RegExp[] = [
  // Handlebars, Jinja, Liquid, Twig, Angular.
  /\{\{[^{}\n]{1,100}\}\}/,
  /\{%[-\s][^%{}\n]{1,200}%\}/,
  // JavaScript and Java; ERB, EJS and ASP.
  /\$\{[^{}\n]{1,100}\}/,
  /<%[-=]?[^%\n]{1,200}%>/,
  // Mailchimp and ActiveCampaign; Salesforce; Typo3 and some of the others.
  /\*\|[A-Z0-9_:]{1,60}\|\*/i,
  /%%[A-Za-z][^%\n]{0,60}%%/,
  /\[\[[^[\]\n]{1,60}\]\]/,
]

const noValue = '(?:undefined|null|NaN|\\[object [A-Z][A-Za-z]{1,20}\\])'

/** Values that are none, where a name, a number or a word of a sentence should stand: these words mean something elsewhere. */
const emptyValues: readonly RegExp[] = [
  /\[object [A-Z][A-Za-z]{1,20}\]/,
  new RegExp(
    `\\b(?:hi|hello|hey|dear|welcome|welcome back|thanks|thank you|hallo|bonjour|hola|ciao),? ${noValue}(?![\\w-])`,
    'i',
  ),
  new RegExp(`[#$€£] ?${noValue}\\b`),
  // JSON has a quote before the colon.
  /(?<!["']): ?(?:NaN\b|(?:undefined|null)(?=\s{0,3}(?:[.,;!?)|]|$)))/m,
  new RegExp(`^${noValue},? (?:your?|we|here|thanks?|please)\\b`, 'im'),
  new RegExp(`^\\s{0,20}${noValue}\\s{0,20}$`, 'm'),
  /\b(undefined|null|NaN) \1\b/,
]

/** A part of the path or the query of an address has no value. */
const emptyInAddress = /[/=](?:undefined|null|NaN|\[object(?:%20| )[A-Za-z]{1,20}\])(?=[/?&#]|$)/
const placeInAddress = /\{\{|%7B%7B|\$\{|\$%7B|\*\|[A-Z0-9_:]{1,60}\|\*/i

const found = (patterns: readonly RegExp[], text: string) =>
  patterns.map((pattern) => pattern.exec(text)?.[0]).find((match) => match !== undefined) ?? null

/** The first that a text has; null where it has none. */
export const placeholderIn = (text: string): string | null =>
  found(places, text) ?? found(emptyValues, text)

export const placeholderInAddress = (href: string): string | null =>
  found([placeInAddress, emptyInAddress], href)

const isOwn = createNetworks(
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 169.254.0.0/16 172.16.0.0/12 192.168.0.0/16 loopback :: fc00::/7 fe80::/10'.split(
    ' ',
  ),
)

/** RFC 2606, RFC 6761, RFC 6762, RFC 8375 and RFC 9476, and names that routers give. */
const reserved =
  /(?:^|\.)(?:localhost|local|test|example|invalid|internal|localdomain|lan|alt|home\.arpa)$/

/** Whether a host, as a URL has it, is one that nobody but its developers reaches. */
export function isDevHost(host: string): boolean {
  const name = host
    .toLowerCase()
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
  return isOwn(name) || reserved.test(name) || !/[.:]/.test(name)
}
