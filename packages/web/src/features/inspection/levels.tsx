import type { Inspection, InspectionSection, SectionId } from '@mailstop/contract'
import { CircleCheck, CircleMinus, CircleX, Info, TriangleAlert } from 'lucide-react'

export type Level = InspectionSection['status']

/** What each level is called, and how it looks: never by its color alone. */
const levels = {
  fail: { word: 'to fix', Icon: CircleX, tone: 'text-danger' },
  warn: { word: 'to look at', Icon: TriangleAlert, tone: 'text-flag' },
  info: { word: 'to know', Icon: Info, tone: 'text-ink-3' },
  pass: { word: 'Nothing found', Icon: CircleCheck, tone: 'text-ok' },
  skipped: { word: 'Not checked', Icon: CircleMinus, tone: 'text-ink-3' },
}

export const levelWord = (level: Level): string => levels[level].word

export function LevelIcon({ level, className = '' }: { level: Level; className?: string }) {
  const { Icon, tone } = levels[level]
  return <Icon aria-hidden className={`${tone} ${className}`} />
}

const counted = (count: number, level: Level) =>
  count > 0 ? [`${count.toLocaleString('en')} ${levelWord(level)}`] : []

/** '2 to fix, 5 to look at': what is only to know does not count. */
export const countsText = ({ fail, warn }: Inspection['counts']): string =>
  [...counted(fail, 'fail'), ...counted(warn, 'warn')].join(', ') || 'Nothing to fix'

/** '3 to fix' or 'Nothing found': a section by its worst findings. */
export function statusText(section: InspectionSection): string {
  const { status, findings, more } = section
  if (status === 'pass' && isPartlySupported(section)) return 'Supported in part'
  const worst = findings.filter(({ level }) => level === status)
  return counted(worst.length > 0 ? worst.length + more : 0, status)[0] ?? levelWord(status)
}

const isPartlySupported = (section: InspectionSection) =>
  section.id === 'clients' &&
  (section.facts?.features ?? []).some(({ support }) => support.includes('a'))

export const sectionTitles: Record<SectionId, string> = {
  clients: 'Mail clients',
  size: 'Size and validity',
  leftovers: 'Leftovers',
  accessibility: 'Accessibility',
  links: 'Links',
  images: 'Images',
  filters: 'Filters',
  authentication: 'Authentication',
  unsubscribe: 'Unsubscribe',
  headers: 'Headers',
  row: 'Inbox row',
  text: 'Text and HTML',
  structure: 'Structure',
}

export const skippedTexts: Record<NonNullable<InspectionSection['skipped']>, string> = {
  no_html: 'This message has no HTML.',
  too_large: 'The HTML is too large to be checked.',
  too_complex: 'This message is too complex to be checked in time.',
  off: 'All rules of this section are muted for the team.',
}
