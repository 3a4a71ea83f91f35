import { letterHtml, type Draft } from './letter-html.ts'

/** A mail's contents, before it is addressed. */
export type Letter = { subject: string; text: string; html: string; link: string }

/** One plain letter, as text and as HTML that says the same. */
export function writeLetter(draft: Draft): Letter {
  const { subject, greeting, paragraphs, action, closing } = draft
  const text = [greeting, ...paragraphs, `${action.label}: ${action.url}`, closing].join('\n\n')
  return { subject, text: `${text}\n`, html: letterHtml(draft), link: action.url }
}

/**
 * A name that a stranger chose, for a mail we send to a third person: letters, digits and spaces, so
 * that no mail program finds a link, an address or markup in it.
 */
export function plainName(name: string): string {
  return name
    .replaceAll(/[^\p{L}\p{M}\p{N}'’-]+/gu, ' ')
    .trim()
    .slice(0, 60)
    .toWellFormed()
}
