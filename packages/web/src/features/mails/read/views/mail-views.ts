import type { Mail } from '@mailstop/contract'
import { useEffect, useRef, useState } from 'react'
import { NavigationType, useLocation, useNavigationType, useSearchParams } from 'react-router'
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

export type Viewed = Pick<Mail, 'html' | 'text' | 'extracted' | 'transcript'>

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

/** Whether the history is beyond this location, which React still shows: what replaces it would take its place. */
function isPassed(key: string): boolean {
  const { state } = window.history as { state: { key?: string } | null }
  return state?.key !== undefined && state.key !== key
}

/**
 * The view settings, which stay for the next mail. The address follows the view, and Back and a reload bring both back. The view
 * itself is state: the address takes a moment to change, and quick fingers would lose one of two keys. Images are
 * enabled for each mail separately.
 */
export function useBodyChoice(isLeaving: () => boolean) {
  const { hash, key, state } = useLocation()
  const type = useNavigationType()
  const [query, setQuery] = useSearchParams()
  const name = query.get('view') ?? (hash === dialogueHash ? 'smtp' : 'html')
  const named = Object.hasOwn(viewLabels, name) ? (name as MailView) : 'html'
  const [wanted, setView] = useState(named)
  const seen = useRef({ key, written: '' })
  const isEntry = useRef(false)
  /** Going to a line is an entry of its own in the history, from which Back returns. */
  function setWanted(view: MailView, asEntry = false) {
    isEntry.current = asEntry
    setView(view)
  }
  useEffect(() => {
    const { current } = seen
    const isBack = type === NavigationType.Pop && current.key !== key
    const change = `${key} ${wanted}`
    current.key = key
    if (isBack) return setView(named)
    if (named === wanted || current.written === change || isLeaving() || isPassed(key)) return
    current.written = change
    const after = new URLSearchParams(query)
    if (wanted === 'html') after.delete('view')
    else after.set('view', wanted)
    setQuery(after, { replace: !isEntry.current, state })
    isEntry.current = false
  }, [type, key, named, wanted, query, setQuery, state, isLeaving])
  const [look, setLook] = useState(plainLook)
  const [imagesOf, setImagesOf] = useState<ReadonlySet<number>>(new Set())
  return { wanted, setWanted, look, setLook, imagesOf, setImagesOf }
}

export type BodyChoice = ReturnType<typeof useBodyChoice>
