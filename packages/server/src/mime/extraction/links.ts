import type { MailLink } from '@mailstop/contract'
import { linkify } from '@mailstop/contract/linkify'
import { oneLine } from '../text/one-line.ts'
import { type HtmlContents, type HtmlLink, longestText } from './html-contents.ts'
import { namedHost } from './named-host.ts'
import { schemeOf } from './resolved-address.ts'

export function htmlLinks({ links, resolve }: Pick<HtmlContents, 'links' | 'resolve'>): MailLink[] {
  return links.map((link) => htmlLink(link, resolve(link.href)))
}

function htmlLink(link: HtmlLink, href: string): MailLink {
  const text = shownText(link.text)
  const alt = shownText(link.imageAlt)
  return { ...addressOf(href, text), text, image_alt: alt, part: 'html' }
}

export function textLinks(text: string): MailLink[] {
  return linkify(text).flatMap(({ text: href, href: address }) =>
    address === null
      ? []
      : { ...addressOf(href, null), text: href, image_alt: null, part: 'text' as const },
  )
}

function addressOf(href: string, text: string | null) {
  const scheme = schemeOf(href)
  const host = scheme === 'http' || scheme === 'https' ? hostOf(href) : null
  const named = host === null || text === null ? null : namedHost(text)
  const agrees = named === null || sameHost(named, host ?? '')
  return { href, scheme, host, other_host: agrees ? null : named }
}

const hostOf = (href: string) => URL.parse(href)?.host || null

/** A domain may lead to its subdomains. */
function sameHost(named: string, host: string): boolean {
  const [one, other] = [named, host].map((name) => name.replace(/^www\./, ''))
  return one === other || Boolean(other?.endsWith(`.${one}`))
}

/** Null when nothing is left. */
const shownText = (text: string) => oneLine(text.replaceAll(/\s+/g, ' '), longestText) || null
