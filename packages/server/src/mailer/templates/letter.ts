/** A mail's contents, before it is addressed. */
export type Letter = { subject: string; text: string; html: string; link: string }

type Draft = {
  subject: string
  greeting: string
  paragraphs: string[]
  action: { label: string; url: string }
  closing: string
}

/** One plain letter, as text and as HTML that says the same. */
export function writeLetter({ subject, greeting, paragraphs, action, closing }: Draft): Letter {
  const text = [greeting, ...paragraphs, `${action.label}: ${action.url}`, closing].join('\n\n')
  const paragraph = (words: string) => `<p>${escapeHtml(words)}</p>`
  const link = `<p><a href="${escapeHtml(action.url)}">${escapeHtml(action.label)}</a></p>`
  const body = [greeting, ...paragraphs].map(paragraph).join('')
  return {
    subject,
    text: `${text}\n`,
    html: `<!doctype html><html lang="en"><body>${body}${link}${paragraph(closing)}</body></html>`,
    link: action.url,
  }
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

function escapeHtml(text: string): string {
  const entities: Record<string, string> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  }
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? character)
}
