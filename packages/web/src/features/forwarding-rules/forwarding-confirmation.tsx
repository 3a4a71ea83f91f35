import { confirmForwarding } from '@mailstop/contract'
import { call } from '../../lib/api/api-client.ts'
import { errorText } from '../../lib/api/api-error.ts'
import { useMailedLink } from '../../lib/api/queries.ts'
import { useDelayedRedirect } from '../../lib/paths/use-delayed-redirect.ts'
import { Notice } from '../../ui/pages/notice.tsx'
import { Spinner } from '../../ui/pages/spinner.tsx'

/** Posts the token of a mailed link: opening it, as programs that look for harm do, agrees to nothing. */
export function ForwardingConfirmation({ token }: { token: string }) {
  const confirmation = useMailedLink(confirmForwarding.path, token, () =>
    call(confirmForwarding, { params: { token } }),
  )
  useDelayedRedirect(confirmation.isSuccess ? '/' : undefined)

  if (confirmation.isPending) {
    return (
      <p className="flex items-center gap-2 text-ink-2" role="status">
        <Spinner /> The forwarding verification is being processed, please wait...
      </p>
    )
  }
  return confirmation.isSuccess ? (
    <Notice tone="ok">{confirmation.data.message}</Notice>
  ) : (
    <Notice tone="danger">{errorText(confirmation.error)}</Notice>
  )
}
