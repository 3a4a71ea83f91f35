import { cancelEmailChange, resendVerification } from '@mailstop/contract'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../lib/api-client.ts'
import { errorText } from '../../lib/api-error.ts'
import { useHasNoRelay } from '../../lib/system-mail.ts'
import { Button } from '../../ui/button.tsx'
import { NoRelayNotice } from '../../ui/no-relay-notice.tsx'
import { toast } from '../../ui/toast.tsx'

type PendingAddressProps = {
  address: string
  current: string
  /** Loads the user again. */
  onSettled: () => Promise<unknown>
}

/** The address that the account moves to once it is confirmed, and what can be done about it. */
export function PendingAddress({ address, current, onSettled }: PendingAddressProps) {
  const hasNoRelay = useHasNoRelay()
  const onSuccess = ({ message }: { message: string }) => toast.success(message)
  const onError = (error: unknown) => toast.error(errorText(error))
  const common = { onSuccess, onError, onSettled }
  const resend = useMutation({ mutationFn: () => call(resendVerification), ...common })
  const cancel = useMutation({ mutationFn: () => call(cancelEmailChange), ...common })
  return (
    <section
      aria-label="Pending address"
      className="mt-6 grid max-w-[420px] gap-3 rounded-lg border border-line bg-surface px-4 py-3"
    >
      <p className="text-pretty text-ink-2">
        Pending: <strong className="font-[550] wrap-anywhere text-ink">{address}</strong>. Open the
        link that we {hasNoRelay ? 'made for it' : 'sent there'} to log in with it. Until then you
        log in with <span className="wrap-anywhere">{current}</span>.
      </p>
      {hasNoRelay && <NoRelayNotice />}
      <div className="flex flex-wrap gap-2">
        <Button loading={resend.isPending} onClick={() => resend.mutate()}>
          Resend link
        </Button>
        <Button variant="ghost" loading={cancel.isPending} onClick={() => cancel.mutate()}>
          Cancel change
        </Button>
      </div>
    </section>
  )
}
