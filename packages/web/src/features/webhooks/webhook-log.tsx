import type { Webhook, WebhookDelivery } from '@mailstop/contract'
import { Ban, CircleAlert, CircleCheck, Clock, RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { mailLink } from '../../lib/paths/paths.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { Select } from '../../ui/forms/select.tsx'
import { LoadError } from '../../ui/pages/load-error.tsx'
import { Skeleton } from '../../ui/pages/skeleton.tsx'
import { RelativeTimeText } from '../../ui/texts/relative-time-text.tsx'
import { useDeliveries, useSaid, useWebhookCalls, type LogFilter } from './use-webhooks.ts'
import { deliveryText, eventTexts, statusText } from './webhook-texts.ts'

const filters: { value: LogFilter; label: string }[] = [
  { value: 'all', label: 'Everything' },
  { value: 'failed', label: 'Failed' },
  { value: 'queued', label: 'Waiting' },
]

/** What was sent to a webhook, what was answered, and a way to send it again. */
export function WebhookLog({ team, webhook }: { team: number; webhook: Webhook }) {
  const [filter, setFilter] = useState<LogFilter>('all')
  const { list, items } = useDeliveries(team, webhook.id, filter)
  return (
    <section aria-label={`Log of ${webhook.name}`} className="border-t border-line bg-bg text-sm">
      <div className="border-b border-line px-4 py-2">
        <Select
          aria-label="Show"
          value={filter}
          options={filters}
          onValueChange={(next) => setFilter(next as LogFilter)}
        />
      </div>
      {list.isPending && (
        <div role="status" aria-label="Loading" className="grid gap-2.5 px-4 py-3">
          <Skeleton className="w-3/4" />
          <Skeleton className="w-1/2" />
        </div>
      )}
      <LoadError query={list} title="The log could not be loaded" />
      {items?.length === 0 && (
        <p className="px-4 py-3 text-pretty text-ink-3">
          {filter === 'all' ? 'Nothing was sent yet.' : 'There is nothing here.'}
        </p>
      )}
      {items && items.length > 0 && (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scroll area has to be reachable by keyboard
        <ul tabIndex={0} aria-label="Deliveries" className="max-h-96 overflow-y-auto">
          {items.map((delivery) => (
            <DeliveryRow key={delivery.id} team={team} webhook={webhook} delivery={delivery} />
          ))}
          {list.hasNextPage && (
            <li className="p-2 text-center">
              <Button
                size="sm"
                loading={list.isFetchingNextPage}
                onClick={() => void list.fetchNextPage()}
              >
                Show more
              </Button>
            </li>
          )}
        </ul>
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

type DeliveryRowProps = { team: number; webhook: Webhook; delivery: WebhookDelivery }

function DeliveryRow({ team, webhook, delivery }: DeliveryRowProps) {
  const { event, mail, state, last, request, message } = delivery
  const { replayOne } = useWebhookCalls(team)
  const replay = useSaid(async () => (await replayOne(webhook.id, delivery.id)).message)
  const Icon = icons[state]
  const title = eventTexts[event]
  return (
    <li className="flex items-start gap-3 border-b border-line px-4 py-2 last:border-b-0">
      <Icon aria-hidden className={`mt-0.5 flex-none ${colours[state]}`} />
      <div className="grid min-w-0 flex-1 gap-0.5">
        <p className="flex min-w-0 items-baseline gap-3">
          <span className="min-w-0 flex-1 truncate font-medium">
            {mail === null ? (
              title
            ) : (
              <Link
                to={mailLink(team, mail)}
                className="rounded-[3px] underline-offset-3 hover:underline"
              >
                {title}
              </Link>
            )}
          </span>
          <RelativeTimeText
            iso={delivery.created_at}
            className="num flex-none text-xs text-ink-3"
          />
        </p>
        <p className="num text-ink-2">
          {deliveryText(delivery)}
          {last && delivery.attempts > 0 && `: ${statusText(last.status)}`}
        </p>
        {last && last.answer !== '' && (
          <p className="line-clamp-3 font-mono text-xs [overflow-wrap:anywhere] text-ink-3">
            {last.answer}
          </p>
        )}
        {request !== null && (
          <details>
            <summary className="w-fit cursor-pointer text-xs text-ink-3">
              What was sent, as {message}
            </summary>
            <pre className="mt-1 max-h-60 overflow-auto rounded-md border border-line bg-surface p-2 font-mono text-xs whitespace-pre-wrap [overflow-wrap:anywhere]">
              {indented(request)}
            </pre>
          </details>
        )}
      </div>
      {state !== 'queued' && webhook.state === 'on' && (
        <IconButton
          label={`Send again: ${title}, ${message}`}
          icon={<RotateCcw />}
          loading={replay.isPending}
          onClick={() => replay.mutate(undefined)}
        />
      )}
    </li>
  )
}

const indented = (json: string): string => JSON.stringify(JSON.parse(json), null, 2)
