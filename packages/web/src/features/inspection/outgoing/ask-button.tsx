import { errorText } from '../../../lib/api/api-error.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Notice } from '../../../ui/pages/notice.tsx'

type AskButtonProps = {
  label: string
  asked: boolean
  onAsk: () => void
  query: { isError: boolean; error: unknown; isFetching: boolean; refetch: () => unknown }
}

/** Asks another server for the first time, and again after a failure. */
export function AskButton({ label, asked, onAsk, query }: AskButtonProps) {
  return (
    <>
      {query.isError && <Notice tone="danger">{errorText(query.error)}</Notice>}
      <Button
        size="sm"
        className="justify-self-start"
        loading={query.isFetching}
        onClick={() => (asked ? void query.refetch() : onAsk())}
      >
        {label}
      </Button>
    </>
  )
}
