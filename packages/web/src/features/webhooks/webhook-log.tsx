import type { Webhook, WebhookDelivery } from '@mailstop/contract'
import { RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { useSaid } from '../../lib/api/use-said.ts'
import { DeliveryLog, DeliveryRow } from '../../lib/deliveries/delivery-log.tsx'
import { deliveryText } from '../../lib/deliveries/delivery-text.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { Select } from '../../ui/forms/select.tsx'
import { useDeliveries, useWebhookCalls, type LogFilter } from './use-webhooks.ts'
import { eventTexts, statusText } from './webhook-texts.ts'

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
    <DeliveryLog
      label={`Log of ${webhook.name}`}
      list={list}
      items={items}
      problem="The log could not be loaded"
      empty={filter === 'all' ? 'Nothing was sent yet.' : 'There is nothing here.'}
      above={
        <div className="border-b border-line px-4 py-2">
          <Select
            label="Show"
            size="sm"
            value={filter}
            options={filters}
            onValueChange={(next) => setFilter(next as LogFilter)}
          />
        </div>
      }
      below={
        list.hasNextPage && (
          <p className="border-t border-line p-2 text-center">
            <Button
              size="sm"
              loading={list.isFetchingNextPage}
              onClick={() => void list.fetchNextPage()}
            >
              Show more
            </Button>
          </p>
        )
      }
      renderRow={(delivery) => (
        <LogRow key={delivery.id} team={team} webhook={webhook} delivery={delivery} />
      )}
    />
  )
}

type LogRowProps = { team: number; webhook: Webhook; delivery: WebhookDelivery }

function LogRow({ team, webhook, delivery }: LogRowProps) {
  const { event, mail, about, state, last, request, message, created_at } = delivery
  const { replayOne } = useWebhookCalls(team)
  const replay = useSaid(() => replayOne(webhook.id, delivery.id))
  const title = about ?? eventTexts[event]
  const isNamed = mail !== null || about !== null
  const status = last && delivery.attempts > 0 ? `: ${statusText(last.status)}` : ''
  return (
    <DeliveryRow
      {...{ team, state, mail, title }}
      at={created_at}
      text={`${isNamed ? `${eventTexts[event]} · ` : ''}${deliveryText(delivery)}${status}`}
      answer={last?.answer ?? null}
      action={
        state !== 'queued' &&
        webhook.state === 'on' && (
          <IconButton
            label={`Send again: ${mail?.subject || title}, ${message}`}
            icon={<RotateCcw />}
            loading={replay.isPending}
            onClick={() => replay.mutate()}
          />
        )
      }
    >
      {request !== null && (
        <details>
          <summary className="w-fit cursor-pointer text-xs text-ink-3">
            What was sent, as {message}
          </summary>
          <pre className="mt-1 rounded-md border border-line bg-surface p-2 font-mono text-xs whitespace-pre-wrap [overflow-wrap:anywhere]">
            {JSON.stringify(JSON.parse(request), null, 2)}
          </pre>
        </details>
      )}
    </DeliveryRow>
  )
}
