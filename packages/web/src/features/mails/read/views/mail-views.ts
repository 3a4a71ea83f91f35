import type { Mail } from '@mailstop/contract'
import { useState } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { dialogueHash } from '../../../../lib/paths/paths.ts'
import { plainLook } from '../html/preview-look.ts'

export type MailView =
  | 'html'
  | 'text'
  | 'links'
  | 'check'
  | 'headers'
  | 'markup'
  | 'source'
  | 'smtp'

/** These are parts of one tab. */
const sourceViews: readonly MailView[] = ['markup', 'source', 'smtp']

type Viewed = Pick<Mail, 'html' | 'text' | 'extracted' | 'transcript'>

/** The views of a mail, the preferred first. A mail without a body has an empty text. */
export function viewsOf({ html, text, extracted, transcript }: Viewed): MailView[] {
  const has: Record<MailView, boolean> = {
    html: html !== null,
    text: text !== null || html === null,
    links: extracted !== null && extracted.links.length > 0,
    check: true,
    headers: true,
    markup: html !== null,
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
  check: 'Check',
  headers: 'Headers',
  markup: 'raw HTML',
  source: 'Raw',
  smtp: 'SMTP',
}

/** The parts of the tab Raw that a mail has; none when the view belongs to another tab. */
export const sourcePartsOf = (mail: Viewed, view: MailView): MailView[] =>
  sourceViews.includes(view) ? viewsOf(mail).filter((each) => sourceViews.includes(each)) : []

/** What these are called within the tab. */
export const sourcePartLabel = (view: MailView): string =>
  view === 'markup' ? 'HTML' : view === 'source' ? 'Message' : viewLabels[view]

/** The tabs of a mail: its views, those of the source as one. */
export const tabsOf = (mail: Viewed): MailView[] =>
  viewsOf(mail).filter((view) => view === 'source' || !sourceViews.includes(view))

export const tabOf = (view: MailView): MailView => (sourceViews.includes(view) ? 'source' : view)

/**
 * The view settings, which stay for the next mail. The view is in the address, unless it is the first. Images are
 * enabled for each mail separately.
 */
export function useBodyChoice() {
  const { hash, state } = useLocation()
  const [query, setQuery] = useSearchParams()
  const named = query.get('view') ?? (hash === dialogueHash ? 'smtp' : 'html')
  const wanted = Object.hasOwn(viewLabels, named) ? (named as MailView) : 'html'
  /** Going to a line is an entry of its own in the history, from which Back returns. */
  function setWanted(view: MailView, isEntry = false) {
    const after = new URLSearchParams(query)
    if (view === 'html') after.delete('view')
    else after.set('view', view)
    // The entry says no longer which mail was asked for last: this one is open.
    setQuery(after, { replace: !isEntry, state: { ...state, asked: undefined } })
  }
  const [look, setLook] = useState(plainLook)
  const [imagesOf, setImagesOf] = useState<ReadonlySet<number>>(new Set())
  return { wanted, setWanted, look, setLook, imagesOf, setImagesOf }
}

export type BodyChoice = ReturnType<typeof useBodyChoice>
