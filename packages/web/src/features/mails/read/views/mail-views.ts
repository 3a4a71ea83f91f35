import type { Mail } from '@mailstop/contract'
import { useState } from 'react'
import { useLocation } from 'react-router'
import { dialogueHash } from '../../../../lib/paths/paths.ts'
import type { PreviewWidth } from '../html/mail-look-controls.tsx'

export type MailView =
  | 'html'
  | 'text'
  | 'links'
  | 'markup'
  | 'headers'
  | 'structure'
  | 'source'
  | 'smtp'

type Viewed = Pick<Mail, 'html' | 'text' | 'extracted' | 'structure' | 'transcript'>

/** The views of a mail, the preferred first. A mail without a body has an empty text. */
export function viewsOf({ html, text, extracted, structure, transcript }: Viewed): MailView[] {
  const has: Record<MailView, boolean> = {
    html: html !== null,
    text: text !== null || html === null,
    links: extracted !== null && (extracted.links.length > 0 || extracted.unsubscribe !== null),
    markup: html !== null,
    headers: true,
    structure: structure !== null,
    source: true,
    smtp: transcript !== null,
  }
  return (Object.keys(has) as MailView[]).filter((view) => has[view])
}

/** The wanted view if the mail has it, else its first. */
export function viewFor(mail: Viewed, wanted: MailView): MailView {
  const views = viewsOf(mail)
  return views.includes(wanted) ? wanted : (views[0] ?? 'text')
}

export const viewLabels: Record<MailView, string> = {
  html: 'HTML',
  text: 'Text',
  links: 'Links',
  markup: 'HTML source',
  headers: 'Headers',
  structure: 'Structure',
  source: 'Source',
  smtp: 'SMTP',
}

/** The view settings, which stay for the next mail. Images are enabled for each mail separately. */
export function useBodyChoice() {
  const { hash } = useLocation()
  const [wanted, setWanted] = useState<MailView>(hash === dialogueHash ? 'smtp' : 'html')
  const [width, setWidth] = useState<PreviewWidth>('full')
  const [dark, setDark] = useState(false)
  const [imagesOf, setImagesOf] = useState<ReadonlySet<number>>(new Set())
  return { wanted, setWanted, width, setWidth, dark, setDark, imagesOf, setImagesOf }
}

export type BodyChoice = ReturnType<typeof useBodyChoice>
