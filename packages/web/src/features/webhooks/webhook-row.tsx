import { Collapsible } from '@base-ui/react/collapsible'
import type { Webhook } from '@mailstop/contract'
import { ChevronDown, CircleAlert, CircleCheck, CirclePause } from 'lucide-react'
import { MissingInboxes } from '../../lib/inboxes/missing-inboxes.tsx'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { RelativeTimeText } from '../../ui/texts/relative-time-text.tsx'
import { StateIcon } from '../../ui/texts/state-icon.tsx'
import { WebhookLog } from './webhook-log.tsx'
import { WebhookMenu } from './webhook-menu.tsx'
import { WebhookTest } from './webhook-test.tsx'
import { eventTexts, kindTexts, stateTexts, statusText } from './webhook-texts.ts'

type WebhookRowProps = {
  team: number
  webhook: Webhook
  onEdit: () => void
  onSecret: (secret: string) => void
}

/** A webhook, and below it, when asked for, what was sent to it. */
export function WebhookRow({ team, webhook, onEdit, onSecret }: WebhookRowProps) {
  const { name, kind, url, events, filter, contents } = webhook
  return (
    <Collapsible.Root render={<li />} className="border-b border-line last:border-b-0">
      <div className="flex items-start gap-2.5 py-2.5 pr-2 pl-3">
        <State webhook={webhook} />
        <div className="grid min-w-0 flex-1 gap-0.5">
          <p className="flex min-w-0 flex-wrap items-baseline gap-x-2">
            <span className="max-w-full truncate font-[550]" title={name}>
              {name}
            </span>
            <span className="text-sm text-ink-2">
              {kind === 'standard' ? 'Signed JSON' : kindTexts[kind].label}
            </span>
          </p>
          <p className="truncate font-mono text-xs text-ink-3" title={url}>
            {url}
          </p>
          <p className="text-sm text-pretty [overflow-wrap:anywhere] text-ink-2">
            {events.map((event) => eventTexts[event]).join(' · ')}
            {contents && ' · with its code and links'}
          </p>
          {filter !== null && (
            <p className="text-sm [overflow-wrap:anywhere] text-ink-2">
              Only <code className="font-mono text-xs">{filter}</code>
            </p>
          )}
          <MissingInboxes team={team} searches={filter === null ? [] : [filter]} />
          <LastAttempt webhook={webhook} />
          <WebhookTest team={team} webhook={webhook} />
        </div>
        <Collapsible.Trigger
          render={
            <IconButton
              label={`Log of ${name}`}
              icon={
                <ChevronDown className="transition-transform group-data-panel-open:rotate-180" />
              }
              className="group"
            />
          }
        />
        <WebhookMenu team={team} webhook={webhook} onEdit={onEdit} onSecret={onSecret} />
      </div>
      <Collapsible.Panel>
        <WebhookLog team={team} webhook={webhook} />
      </Collapsible.Panel>
    </Collapsible.Root>
  )
}

function State({ webhook: { state, failing_since: failingSince } }: { webhook: Webhook }) {
  const isFailing = state === 'on' && failingSince !== null
  if (state === 'off') return <StateIcon label="Off" icon={CirclePause} colour="text-ink-3" />
  if (state === 'on' && !isFailing) {
    return <StateIcon label="On" icon={CircleCheck} colour="text-ok" />
  }
  const label = isFailing ? 'On, but it fails' : stateTexts[state]
  return <StateIcon label={label} icon={CircleAlert} colour="text-danger" />
}

function LastAttempt({ webhook: { state, last, failing_since } }: { webhook: Webhook }) {
  return (
    <p className="num text-sm [overflow-wrap:anywhere] text-ink-3">
      {state !== 'on' && <span className="text-ink-2">{stateTexts[state]}. </span>}
      {last === null ? (
        'Nothing was sent yet'
      ) : (
        <>
          {last.status === null ? 'Last tried' : 'Last sent'} <RelativeTimeText iso={last.at} />:{' '}
          {last.status === null && last.answer !== '' ? last.answer : `${statusText(last.status)}.`}
          {failing_since !== null && (
            <>
              {' '}
              Failing since <RelativeTimeText iso={failing_since} />.
            </>
          )}
        </>
      )}
    </p>
  )
}
