import type { Mail } from '@mailstop/contract'

export type MailView = 'html' | 'text' | 'headers' | 'source'

/** The views that a mail has, the richest first. A mail without a body has an empty text. */
export function viewsOf({ html, text }: Pick<Mail, 'html' | 'text'>): MailView[] {
  const bodies: MailView[] = []
  if (html !== null) bodies.push('html')
  if (text !== null || html === null) bodies.push('text')
  return [...bodies, 'headers', 'source']
}

/** The wanted view if this mail has it, else the richest. */
export function viewFor(mail: Pick<Mail, 'html' | 'text'>, wanted: MailView): MailView {
  const views = viewsOf(mail)
  return views.includes(wanted) ? wanted : (views[0] ?? 'text')
}

export const viewLabels: Record<MailView, string> = {
  html: 'HTML',
  text: 'Text',
  headers: 'Headers',
  source: 'Source',
}
