import type { Webhook } from '@mailstop/contract'
import { useMutation } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import { errorText } from '../../lib/api/api-error.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { useWebhookCalls } from './use-webhooks.ts'
import { statusText } from './webhook-texts.ts'

/** Sends an example, and says at once how that ended. */
export function WebhookTest({ team, webhook }: { team: number; webhook: Webhook }) {
  const { test } = useWebhookCalls(team)
  const { mutate, isPending, data, error } = useMutation({ mutationFn: () => test(webhook.id) })
  const result = data?.data
  return (
    <div className="mt-1 flex flex-wrap items-center gap-x-2.5 gap-y-1">
      <Button size="sm" icon={<Send />} loading={isPending} onClick={() => mutate()}>
        Send a test<span className="sr-only"> to {webhook.name}</span>
      </Button>
      <span role="status" className="num min-w-0 text-sm [overflow-wrap:anywhere]">
        {error && <span className="text-danger">{errorText(error)}</span>}
        {result && (
          <>
            <span className={result.ok ? 'text-ok' : 'text-danger'}>
              {result.ok ? 'It works' : 'It does not work'}
            </span>
            <span className="text-ink-2">
              : {statusText(result.status)} after {result.ms} ms
            </span>
            {!result.ok && <span className="block text-ink-2">{result.answer}</span>}
          </>
        )}
      </span>
    </div>
  )
}
