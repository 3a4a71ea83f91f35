import type { Mail } from '@mailstop/contract'
import { linkify } from './linkify.ts'
import type { MailLink } from './main-link.ts'
import { isTooDeep } from './markup-depth.ts'
import { parseMarkup } from './parse-markup.ts'

/** As much of a mail's HTML as is looked through. */
const lookedAt = 200_000

/** What a mail says and where it links to, whichever of its bodies that is found in. */
export function mailContents({ html, text }: Pick<Mail, 'html' | 'text'>): {
  text: string
  links: MailLink[]
} {
  // Without the blanks, the last word of a cell and the first of the next would be one.
  const markup = (html ?? '').slice(0, lookedAt)
  const document =
    html === null || isTooDeep(markup) ? null : parseMarkup(markup.replaceAll('<', ' <')).document
  const unseen = document?.querySelectorAll('style, script, template, title') ?? []
  for (const element of unseen) element.remove()
  const anchors = [...(document?.querySelectorAll('a[href]') ?? [])].map((anchor) => ({
    href: anchor.getAttribute('href')?.trim() ?? '',
    text: anchor.textContent.replaceAll(/\s+/g, ' ').trim(),
  }))
  const written = linkify((text ?? '').slice(0, lookedAt)).flatMap((piece) =>
    piece.href === null ? [] : { href: piece.href, text: piece.text },
  )
  return {
    text: text ?? document?.body.textContent.replaceAll(/\s+/g, ' ') ?? '',
    links: [...anchors, ...written],
  }
}
