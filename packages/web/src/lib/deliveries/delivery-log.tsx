import { Ban, CircleAlert, CircleCheck, Clock } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { LoadError, type LoadErrorProps } from '../../ui/pages/load-error.tsx'
import { Skeleton } from '../../ui/pages/skeleton.tsx'
import { RelativeTimeText } from '../../ui/texts/relative-time-text.tsx'
import { mailLink } from '../paths/paths.ts'
import type { Progress } from './delivery-text.ts'

type DeliveryLogProps<Item> = {
  label: string
  list: LoadErrorProps['query'] & { isPending: boolean }
  items: readonly Item[] | undefined
  problem: string
  empty: string
  above?: ReactNode
  /** It ends a list that has something. */
  below?: ReactNode
  renderRow: (item: Item) => ReactNode
}

/** What was sent lately, below the row of what sent it. */
export function DeliveryLog<Item>(props: DeliveryLogProps<Item>) {
  const { label, list, items, problem, empty, above, below, renderRow } = props
  return (
    <section aria-label={label} className="border-t border-line bg-bg text-sm">
      {above}
      {list.isPending && (
        <div role="status" aria-label="Loading" className="grid gap-2.5 px-4 py-3">
          <Skeleton className="w-3/4" />
          <Skeleton className="w-1/2" />
        </div>
      )}
      <LoadError query={list} title={problem} />
      {items?.length === 0 && <p className="px-4 py-3 text-pretty text-ink-3">{empty}</p>}
      {items && items.length > 0 && (
        <>
          <ul className="max-h-96 overflow-y-auto">{items.map(renderRow)}</ul>
          {below}
        </>
      )}
    </section>
  )
}

const icons = { queued: Clock, sent: CircleCheck, failed: CircleAlert, cancelled: Ban }
const colours = {
  queued: 'text-ink-3',
  sent: 'text-ok',
  failed: 'text-danger',
  cancelled: 'text-ink-3',
}

type DeliveryRowProps = {
  team: number
  state: Progress['state']
  mail: { id: number; subject: string } | null
  /** Stands in the place of a mail. */
  title: string
  at: string
  text: string
  /** What the other side said. */
  answer: string | null
  action?: ReactNode
  children?: ReactNode
}

export function DeliveryRow(props: DeliveryRowProps) {
  const { team, state, mail, title, at, text, answer, action, children } = props
  const Icon = icons[state]
  return (
    <li className="flex items-start gap-3 border-b border-line px-4 py-2 last:border-b-0">
      <Icon aria-hidden className={`mt-0.5 flex-none ${colours[state]}`} />
      <div className="grid min-w-0 flex-1 gap-0.5">
        <p className="flex min-w-0 items-baseline gap-3">
          {mail ? (
            <Link
              to={mailLink(team, mail.id)}
              dir="auto"
              title={mail.subject}
              className="min-w-0 flex-1 truncate rounded-[3px] font-medium underline-offset-3 hover:underline"
            >
              {mail.subject || '(no subject)'}
            </Link>
          ) : (
            <span className="min-w-0 flex-1 truncate font-medium text-ink-2" title={title}>
              {title}
            </span>
          )}
          <RelativeTimeText iso={at} className="num flex-none text-xs text-ink-3" />
        </p>
        <p className="num text-ink-2">{text}</p>
        {answer && (
          <p className="line-clamp-3 font-mono text-xs [overflow-wrap:anywhere] text-ink-3">
            {answer}
          </p>
        )}
        {children}
      </div>
      {action}
    </li>
  )
}
