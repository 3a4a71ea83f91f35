import type { MailFilter, MailSummary } from '@mailstop/contract'
import { useCallback } from 'react'
import type { To } from 'react-router'
import { errorText } from '../../lib/api-error.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { MailList } from './mail-list.tsx'
import { MailListFooter } from './mail-list-footer.tsx'
import { MailListToolbar } from './mail-list-toolbar.tsx'
import { MailRowSkeletons } from './mail-row-skeleton.tsx'
import { NoMails } from './no-mails.tsx'
import type { useMails } from './use-mails.ts'

type MailListPaneProps = {
  list: ReturnType<typeof useMails>
  mails: readonly MailSummary[]
  selected: number | null
  filter: MailFilter
  onFilter: (filter: MailFilter) => void
  linkTo: (mail: number) => To
  onApproach: (mail: number) => void
}

/** The left panel, in every state that a list can be in. */
export function MailListPane({ list, filter, onFilter, mails, ...rows }: MailListPaneProps) {
  const { fetchNextPage } = list
  const loadMore = useCallback(() => void fetchNextPage(), [fetchNextPage])
  const reload = () => void list.refetch()
  return (
    <section aria-label="Mail list" className="flex h-full min-h-0 flex-col">
      <MailListToolbar
        filter={filter}
        onFilter={onFilter}
        reloading={list.isRefetching}
        onReload={reload}
      />
      {list.isPending && <MailRowSkeletons />}
      {list.isLoadingError && (
        <ErrorState
          title="Your mail could not be loaded"
          onRetry={reload}
          retrying={list.isFetching}
        >
          {errorText(list.error)}
        </ErrorState>
      )}
      {list.data && mails.length === 0 && !list.hasNextPage && <NoMails filter={filter} />}
      {list.data && (mails.length > 0 || list.hasNextPage) && (
        <MailList
          key={filter}
          mails={mails}
          {...rows}
          footer={
            <MailListFooter
              hasMore={list.hasNextPage}
              loading={list.isFetchingNextPage}
              failed={list.isFetchNextPageError}
              onMore={loadMore}
            />
          }
        />
      )}
    </section>
  )
}
