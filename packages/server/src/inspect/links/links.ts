import type { FactsOf } from '@mailstop/contract'
import { beginning } from '../../lib/json/json-size.ts'
import { readUnsubscribe } from '../../mime/extraction/unsubscribe.ts'
import { isNumeric, isSameOrganization } from '../mail/domains.ts'
import { isDevHost, leftoverInAddress } from '../leftovers/patterns.ts'
import { attribute, type HtmlTree } from '../mail/html-tree.ts'
import type { InspectedMail } from '../mail/inspected-mail.ts'
import type { FoundLink } from '../mail/mail-links.ts'
import { excerpt, placeOf } from '../mail/places.ts'
import { defineSection } from '../section.ts'
import { deceptionIn, leadsTo, shorteners, trackingIn } from './suspicious-hosts.ts'
import { linkRules } from './link-rules.ts'
import { decoded, oneTimeReasonOf } from './one-time.ts'

const mostListed = 500
const mostListedBytes = 192 * 1024
const longestAddress = 2_048

export const links = defineSection({
  id: 'links',
  needsHtml: false,
  isLate: true,
  rules: linkRules,
  check(mail, report): FactsOf<'links'> {
    const found = mail.links()
    const targets = targetsIn(mail.tree())
    /** What was said of an address is not said again. */
    const said = new Set<string>()
    const say = (rule: LinkRule, link: FoundLink, fault: string | true) => {
      const address = /^#?!?$/.test(link.href) ? (link.text ?? 'it has no text') : link.href
      const key = `${rule} ${address}`
      if (said.has(key)) return
      said.add(key)
      const about = fault === true ? address : fault
      const { part, written, line, column } = link
      const where = placeOf(part, written, line, column)
      report(rule, `${linkRules[rule].what.slice(0, -1)}: ${excerpt(about)}`, where)
    }
    for (const link of found) {
      // The section of leftovers says so, as of hosts that only developers reach.
      if (leftoverInAddress(link.href)) continue
      for (const [rule, judge] of judgements) {
        const fault = judge(link, targets)
        if (!fault) continue
        say(rule, link, fault)
        if (linkRules[rule].level === 'fail') break
      }
    }
    const listed = beginning(factsOf(mail, found.slice(0, mostListed)), mostListedBytes)
    return { links: listed, more: found.length - listed.length }
  },
})

type LinkRule = keyof typeof linkRules

/** What may be linked to within the mail; null where nobody knows. */
type Targets = ReadonlySet<string> | null

/** Says whether a rule fires, or what there is to say besides. */
type Judge = (link: FoundLink, targets: Targets) => boolean | string | null

/** Behind a rule of level "fail", nothing more is said of a link. */
const judgements: [LinkRule, Judge][] = [
  ['empty', ({ href }) => /^(?:#!?)?$/.test(href)],
  ['script', ({ scheme }) => /^(?:javascript|vbscript|data|blob|file)$/.test(scheme ?? '')],
  ['relative', ({ scheme, href }) => scheme === null && !href.startsWith('#')],
  [
    'invalid',
    ({ scheme, url }) => isWeb(scheme) && !/^(?:[\w.-]+|\[.+\])$/.test(url?.hostname ?? ''),
  ],
  ['other-domain', (link) => otherNamed(link, true)],
  ['other-name', (link) => otherNamed(link, false)],
  [
    'anchor-target',
    ({ href }, targets) => href[0] === '#' && targets?.has(decoded(href.slice(1))) === false,
  ],
  ['http', ({ url }) => url?.protocol === 'http:' && !isDevHost(url.hostname)],
  ['scheme', ({ scheme }) => !/^(?:https?|mailto|tel|sms)$/.test(scheme ?? 'http')],
  ['contact', ({ scheme, href }) => isUnreachable(scheme, href)],
  ['ip-link', ({ url }) => url !== null && isNumeric(url.hostname)],
  ['shortener', ({ url }) => shorteners.has(url?.hostname.replace(/^www\./, '') ?? '')],
  ['deceptive', ({ href, url }) => url && deceptionIn(href, url)],
  ['punycode', ({ url }) => /(?:^|\.)xn--/.test(url?.hostname ?? '')],
  ['long', ({ href, url }) => url !== null && href.length > longestAddress],
  ['space', ({ href, url }) => url !== null && /\s/.test(href)],
  ['double-escaped', ({ href, url }) => url !== null && /&(?:amp|#38|#x26);/i.test(href)],
]

const isWeb = (scheme: string | null) => scheme === 'http' || scheme === 'https'

/** Null where the link leads to the other site in the end. */
function otherNamed(
  { text, other_host: named, url }: FoundLink,
  asAddress: boolean,
): string | null {
  if (named === null || url === null || text === null) return null
  if (/:\/\/|(?:^|\s)www\.|\S\/\S/i.test(text) !== asAddress) return null
  const [host] = named.split(':', 1)
  if (!host || isSameOrganization(host, url.hostname)) return null
  const end = leadsTo(url)
  if (end !== null && isSameOrganization(host, end)) return null
  return `${excerpt(named).slice(0, 60)}, and it leads to ${url.hostname}`
}

/** RFC 6068 section 2 allows several addresses, and none at all where a field is given. */
function isUnreachable(scheme: string | null, href: string): boolean {
  if (scheme === 'tel') return !/\d{3}/.test(href.replaceAll(/[ ().-]|%20/g, ''))
  if (scheme !== 'mailto') return false
  const [addresses = '', fields = ''] = href.slice('mailto:'.length).split('?', 2)
  if (addresses === '') return fields === ''
  const all = addresses.split(',', 100).map((address) => decoded(address).trim())
  return !all.every((address) => /^[^\s@/<>]+@[^\s@/<>]+$/.test(address))
}

function targetsIn(tree: HtmlTree | null): Targets {
  if (tree === null) return null
  const targets = new Set(['top'])
  for (const element of tree.elements) {
    for (const name of ['id', 'name']) targets.add(attribute(element, name) ?? 'top')
  }
  return targets
}

function factsOf(mail: InspectedMail, found: FoundLink[]): FactsOf<'links'>['links'] {
  const header = mail.fieldsOf('list-unsubscribe').map(({ value }) => value)
  const listed = new Set(readUnsubscribe({ header, post: [] })?.links)
  return found.map(({ url, line: _line, column: _column, written: _written, ...link }) => {
    const texts = [link.text, link.image_alt].filter((text) => text !== null)
    return {
      ...link,
      text: link.text ?? '',
      kind: kindOf(link),
      tracking: trackingIn(url),
      leads_to: leadsTo(url),
      one_time: url && oneTimeReasonOf(link.href, texts, listed.has(link.href)),
    }
  })
}

function kindOf({ scheme, href }: Pick<FoundLink, 'scheme' | 'href'>) {
  if (isWeb(scheme)) return 'http'
  if (scheme === 'mailto' || scheme === 'tel') return scheme
  return href.startsWith('#') ? 'anchor' : 'other'
}
