import { countText, limits, listDeletions, type EndpointReply } from '@mailstop/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { errorText } from '../../../lib/api/api-error.ts'
import { queryKeys, queryOf } from '../../../lib/api/queries.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { LoadError } from '../../../ui/pages/load-error.tsx'
import { Notice } from '../../../ui/pages/notice.tsx'
import { Skeleton } from '../../../ui/pages/skeleton.tsx'
import { Dialog } from '../../../ui/popups/dialog.tsx'
import { RelativeTimeText } from '../../../ui/texts/relative-time-text.tsx'
import { senderName, subjectText } from '../read/header/mailbox-text.ts'
import { useMailStore } from '../store/mail-store.ts'
import { restoreDeletions } from './restore-deletions.ts'

type Deletion = EndpointReply<typeof listDeletions>['data'][number]
type RecentlyDeletedProps = { team: number; open: boolean; onClose: () => void }

/** What the team deleted, by anybody and in any tab, as long as it can be restored. */
export function RecentlyDeleted({ team, open, onClose }: RecentlyDeletedProps) {
  const store = useMailStore(team)
  const query = useQuery({
    ...queryOf(queryKeys.deletions(team), listDeletions, { params: { team: String(team) } }),
    enabled: open,
    staleTime: 0,
    gcTime: 0,
  })
  const restore = useMutation({
    mutationFn: (deletion: string) => restoreDeletions(store, team, [deletion]),
    onSettled: () => query.refetch(),
  })
  const deletions = query.data
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title="Recently deleted"
      description="Deleted messages can be restored for an hour, or until their room is needed."
    >
      {restore.error && <Notice tone="danger">{errorText(restore.error)}</Notice>}
      <LoadError query={query} title="What was deleted could not be loaded" />
      {query.isPending && <Skeleton className="w-3/5" />}
      {deletions?.length === 0 && <p className="m-0 text-ink-3">Nothing was deleted.</p>}
      <ul className="m-0 grid max-h-[50vh] list-none overflow-y-auto p-0">
        {deletions?.map((one) => (
          <li
            key={one.deletion}
            className="flex items-center gap-3 border-b border-line py-2 last:border-b-0"
          >
            <span className="grid min-w-0 flex-1">
              <span className="truncate" dir="auto" title={one.newest.subject}>
                {subjectText(one.newest.subject)}
              </span>
              <span className="num truncate text-sm text-ink-3">
                {amountText(one)}, <RelativeTimeText iso={one.deleted_at} />
              </span>
            </span>
            <Button
              size="sm"
              aria-label={`Restore “${subjectText(one.newest.subject)}”, ${amountText(one)}`}
              loading={restore.isPending && restore.variables === one.deletion}
              disabled={restore.isPending}
              onClick={() => restore.mutate(one.deletion)}
            >
              Restore
            </Button>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}

/** 'Ada Byron' of one mail, '3 messages' of several. */
function amountText({ count, newest }: Deletion): string {
  if (count === 1) return senderName(newest.from)
  return count < limits.deletionCounted
    ? countText(count)
    : `${count.toLocaleString('en')}+ messages`
}
