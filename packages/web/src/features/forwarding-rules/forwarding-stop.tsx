import { stopForwarding } from '@mailstop/contract'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../lib/api-client.ts'
import { errorText } from '../../lib/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'

/** Ends forwarding when its reader says so: opening the link, as programs do too, ends nothing. */
export function ForwardingStop({ token }: { token: string }) {
  const stop = useMutation({ mutationFn: () => call(stopForwarding, { params: { token } }) })
  if (stop.isSuccess) return <Notice tone="ok">{stop.data.message}</Notice>
  return (
    <>
      {stop.isError && <Notice tone="danger">{errorText(stop.error)}</Notice>}
      <Button variant="primary" size="lg" loading={stop.isPending} onClick={() => stop.mutate()}>
        Stop forwarding
      </Button>
    </>
  )
}
