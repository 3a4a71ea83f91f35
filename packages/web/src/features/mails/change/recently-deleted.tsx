import {
  countText,
  limits,
  listDeletedMails,
  listDeletions,
  type EndpointReply,
} from '@mailstop/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { errorText } from '../../../lib/api/api-error.ts'
import { queryKeys, queryOf } from '../../../lib/api/queries.ts'
import { classNames } from '../../../ui/class-names.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { LoadError } from '../../../ui/pages/load-error.tsx'
import { Skeleton } from '../../../ui/pages/skeleton.tsx'
import { Dialog } from '../../../ui/popups/dialog.tsx'
import { RelativeTimeText } from '../../../ui/texts/relative-time-text.tsx'
import { senderName, subjectText } from '../read/header/mailbox-text.ts'
import { useMailStore } from '../store/mail-store.ts'
import { restoreMail, type Restored } from './restore-mail.ts'

type Deletion = EndpointReply<typeof listDeletions>['data'][number]
type RecentlyDeletedProps = { team: number; open: boolean; onClose: () => void }

/** What the team deleted, by anybody and in any tab, as long as it can be restored. */
export function RecentlyDeleted({ team, open, onClose }: RecentlyDeletedProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title="Recently deleted"
      description="The trash keeps deleted messages for an hour, or until their room is needed."
    >
      <Deletions team={team} />
    </Dialog>
  )
}

/** The list is fetched when it is opened: a row that went after a press would put the next one under the pointer. */
const once = { staleTime: Infinity, gcTime: 0 }

function Deletions({ team }: { team: number }) {
  const request = { params: { team: String(team) } }
  const query = useQuery({
    ...queryOf(queryKeys.deletions(team), listDeletions, request),
    ...once,
  })
  return (
    <>
      <LoadError query={query} title="What was deleted could not be loaded" />
      {query.isPending && <Skeleton className="w-3/5" />}
      {query.data?.length === 0 && <p className="m-0 text-ink-3">Nothing was deleted.</p>}
      <ul className="m-0 grid max-h-[50vh] list-none overflow-y-auto p-0">
        {query.data?.map((one) => (
          <DeletionRow key={one.deletion} team={team} {...one} />
        ))}
      </ul>
    </>
  )
}

function DeletionRow({ team, deletion, deleted_at, count, newest }: { team: number } & Deletion) {
  const [expanded, setExpanded] = useState<boolean | null>(null)
  const restore = useRestore(team, { deletion })
  const subject = subjectText(newest.subject)
  const amount =
    count < limits.deletionCounted ? countText(count) : `${count.toLocaleString('en')}+ messages`
  const who = count === 1 ? senderName(newest.from) : amount
  const texts = <Texts subject={subject} who={who} iso={deleted_at} error={restore.error} />
  return (
    <li className="border-b border-line last:border-b-0">
      <div className="flex items-center gap-3 py-2">
        {count === 1 ? (
          texts
        ) : (
          <button
            type="button"
            className="flex min-w-0 flex-1 items-center gap-2 rounded-sm text-left -outline-offset-2 hover:bg-raised-hover"
            aria-expanded={expanded ?? false}
            onClick={() => setExpanded(!expanded)}
          >
            <ChevronRight
              aria-hidden
              className={classNames('flex-none text-ink-3', expanded && 'rotate-90')}
            />
            {texts}
          </button>
        )}
        <RestoreButton restore={restore} what={`“${subject}”, ${who}`} />
      </div>
      {expanded !== null && (
        <div hidden={!expanded} className="border-t border-line pl-6">
          <DeletedMails team={team} deletion={deletion} areBack={restore.isSuccess} />
        </div>
      )}
    </li>
  )
}

type DeletedMailsProps = { team: number; deletion: string; areBack: boolean }

function DeletedMails({ team, deletion, areBack }: DeletedMailsProps) {
  const request = { params: { team: String(team), deletion } }
  const query = useQuery({
    ...queryOf(queryKeys.deletedMails(team, deletion), listDeletedMails, request),
    ...once,
  })
  const length = query.data?.length
  return (
    <>
      <LoadError query={query} title="The messages could not be loaded" />
      {query.isPending && <Skeleton className="my-3 w-3/5" />}
      <ul aria-label="Deleted messages">
        {query.data?.map((mail) => (
          <DeletedMail key={mail.id} team={team} isBack={areBack} {...mail} />
        ))}
      </ul>
      {length === limits.deletedMailsListed && (
        <p className="py-2 text-sm text-ink-3">These are the newest {length}.</p>
      )}
    </>
  )
}

type DeletedMailProps = { team: number; isBack: boolean } & EndpointReply<
  typeof listDeletedMails
>['data'][number]

function DeletedMail({ team, isBack, id, from, subject, received_at }: DeletedMailProps) {
  const restore = useRestore(team, { ids: [id] })
  const texts = { subject: subjectText(subject), who: senderName(from) }
  return (
    <li className="flex items-center gap-3 border-b border-line py-2 last:border-b-0">
      <Texts {...texts} iso={received_at} error={restore.error} />
      <RestoreButton restore={restore} isBack={isBack} what={`“${texts.subject}”, ${texts.who}`} />
    </li>
  )
}

type TextsProps = { subject: string; who: string; iso: string; error: Error | null }

function Texts({ subject, who, iso, error }: TextsProps): ReactNode {
  return (
    <span className="grid min-w-0 flex-1">
      <span className="truncate" dir="auto" title={subject}>
        {subject}
      </span>
      {error ? (
        <span role="alert" className="text-sm text-danger">
          {errorText(error)}
        </span>
      ) : (
        <span className="num truncate text-sm text-ink-3">
          {who}, <RelativeTimeText iso={iso} />
        </span>
      )}
    </span>
  )
}

function useRestore(team: number, restored: Restored) {
  const store = useMailStore(team)
  return useMutation({ mutationFn: () => restoreMail(store, team, [restored]) })
}

type RestoreButtonProps = {
  restore: ReturnType<typeof useRestore>
  what: string
  isBack?: boolean
}

/** It stays where it is, and keeps the focus, when it has done its work. */
function RestoreButton({ restore, what, isBack = false }: RestoreButtonProps) {
  const isDone = isBack || restore.isSuccess
  return (
    <Button
      size="sm"
      className="w-20 flex-none aria-disabled:opacity-60"
      aria-label={`${isDone ? 'Restored' : 'Restore'} ${what}`}
      aria-disabled={isDone || restore.isPending}
      onClick={() => !isDone && !restore.isPending && restore.mutate()}
    >
      {isDone ? 'Restored' : 'Restore'}
    </Button>
  )
}
