import { useQuery, type queryOptions } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { errorText } from '../../../lib/api/api-error.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Notice } from '../../../ui/pages/notice.tsx'

type AskedProps<Answer> = {
  label: string
  query: ReturnType<typeof queryOptions<Answer>>
  /** It is asked without a click. */
  atOnce?: boolean
  render: (answer: Answer) => ReactNode
}

/** What another server says of a mail: a button that asks it, also again after a failure, then the answer. */
export function Asked<Answer>({ label, query, atOnce = false, render }: AskedProps<Answer>) {
  const asked = useQuery({ ...query, enabled: atOnce, staleTime: Infinity, retry: false })
  if (asked.data !== undefined) return render(asked.data)
  return (
    <>
      {asked.isError && <Notice tone="danger">{errorText(asked.error)}</Notice>}
      <Button
        size="sm"
        className="justify-self-start"
        loading={asked.isFetching}
        onClick={() => void asked.refetch()}
      >
        {label}
      </Button>
    </>
  )
}
