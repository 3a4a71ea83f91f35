import { endSession, type Session } from '@mailstop/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Monitor, Smartphone } from 'lucide-react'
import { call } from '../../lib/api-client.ts'
import { ApiError, errorText } from '../../lib/api-error.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { RelativeTimeText } from '../../ui/relative-time-text.tsx'
import { toast } from '../../ui/toast.tsx'
import { isActive } from './session-times.ts'
import { sessionsQuery } from './sessions-query.ts'

type SessionRowProps = {
  session: Session
  /** When the list was loaded, in milliseconds. */
  now: number
}

export function SessionRow({ session, now }: SessionRowProps) {
  const { id, user_agent: browser, address, current } = session
  const queryClient = useQueryClient()
  const end = useMutation({
    mutationFn: () => call(endSession, { params: { session: id } }),
    onError: (error) => {
      // One that is gone already is as it should be.
      if (!(error instanceof ApiError && error.code === 'not_found')) toast.error(errorText(error))
    },
    onSettled: () => queryClient.invalidateQueries(sessionsQuery),
  })
  const Icon = /Android|iOS|Mobile/.test(browser) ? Smartphone : Monitor
  return (
    <li className="flex items-center gap-3 border-b border-line px-4 py-3 last:border-b-0">
      <span className="grid size-9 flex-none place-items-center rounded-md border border-line text-ink-3">
        <Icon aria-hidden />
      </span>
      <div className="min-w-0 flex-1">
        <p className="flex min-w-0 items-center gap-2">
          <span className="truncate font-[550]" title={browser}>
            {browser}
          </span>
          {current && <Badge tone="ok">This browser</Badge>}
        </p>
        <p className="num text-sm text-pretty text-ink-3">
          {isActive(session, now) ? (
            'Active now'
          ) : (
            <>
              Last used <RelativeTimeText iso={session.last_seen_at} />
            </>
          )}{' '}
          · {address} · Signed in <RelativeTimeText iso={session.created_at} />
        </p>
      </div>
      {!current && (
        <Button size="sm" loading={end.isPending} onClick={() => end.mutate()}>
          End<span className="sr-only"> the session of {browser}</span>
        </Button>
      )}
    </li>
  )
}
