import { getMailStop, resumeMail, stopMail } from '@mailstop/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/api/api-client.ts'
import { errorText } from '../../lib/api/api-error.ts'
import { queryKeys } from '../../lib/api/queries.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Notice } from '../../ui/pages/notice.tsx'
import { Spinner } from '../../ui/pages/spinner.tsx'

/**
 * Ends mail to an address, and lets it go on, when its reader says so: opening the link, as programs
 * do too, changes nothing.
 */
export function ForwardingStop({ token }: { token: string }) {
  const queryClient = useQueryClient()
  const queryKey = queryKeys.mailedLink(getMailStop.path, token)
  const state = useQuery({
    queryKey,
    queryFn: () => call(getMailStop, { params: { token } }),
    retry: false,
  })
  const change = useMutation({
    mutationFn: (endpoint: typeof stopMail | typeof resumeMail) =>
      call(endpoint, { params: { token } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  })
  if (state.isPending) {
    return (
      <p className="flex items-center gap-2 text-ink-2" role="status">
        <Spinner /> Loading
      </p>
    )
  }
  if (state.isError) return <Notice tone="danger">{errorText(state.error)}</Notice>
  const { email, stopped_at: stoppedAt } = state.data.data
  const hasStopped = stoppedAt !== null
  return (
    <>
      {change.isError && <Notice tone="danger">{errorText(change.error)}</Notice>}
      {change.isSuccess && <Notice tone="ok">{change.data.message}</Notice>}
      <p className="[overflow-wrap:anywhere]">
        {hasStopped ? `${email} no longer gets these emails.` : `${email} gets these emails.`}
      </p>
      <Button
        variant={hasStopped ? 'secondary' : 'primary'}
        size="lg"
        loading={change.isPending}
        onClick={() => change.mutate(hasStopped ? resumeMail : stopMail)}
      >
        {hasStopped ? 'Allow emails again' : 'Stop emails'}
      </Button>
    </>
  )
}
