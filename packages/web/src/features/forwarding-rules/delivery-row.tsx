import type { Delivery } from '@mailstop/contract'
import { Ban, CircleAlert, CircleCheck, Clock } from 'lucide-react'
import { Link } from 'react-router'
import { mailLink } from '../../lib/mail-link.ts'
import { RelativeTimeText } from '../../ui/relative-time-text.tsx'
import { deliveryText } from './delivery-text.ts'

const icons = { queued: Clock, sent: CircleCheck, failed: CircleAlert, cancelled: Ban }
const colours = {
  queued: 'text-ink-3',
  sent: 'text-ok',
  failed: 'text-danger',
  cancelled: 'text-ink-3',
}

export function DeliveryRow({ team, delivery }: { team: number; delivery: Delivery }) {
  const { mail, state, answer, created_at } = delivery
  const Icon = icons[state]
  const subject = mail?.subject || '(no subject)'
  return (
    <li className="flex items-start gap-3.5 border-b border-line px-4 py-2 last:border-b-0">
      <Icon aria-hidden className={`mt-0.5 ${colours[state]}`} />
      <div className="min-w-0 flex-1">
        <p className="flex min-w-0 items-baseline gap-3">
          {mail ? (
            <Link
              to={mailLink(team, mail.id)}
              dir="auto"
              title={subject}
              className="min-w-0 flex-1 truncate rounded-[3px] font-medium underline-offset-3 hover:underline"
            >
              {subject}
            </Link>
          ) : (
            <span className="min-w-0 flex-1 truncate text-ink-3">The mail is deleted</span>
          )}
          <RelativeTimeText iso={created_at} className="num flex-none text-xs text-ink-3" />
        </p>
        <p className="num text-ink-2">{deliveryText(delivery)}</p>
        {answer && (
          <p className="mt-0.5 font-mono text-xs break-words text-ink-3 [overflow-wrap:anywhere]">
            {answer}
          </p>
        )}
      </div>
    </li>
  )
}
