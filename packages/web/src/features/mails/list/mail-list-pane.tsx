import { countText } from '@mailstop/contract'
import { useQuery } from '@tanstack/react-query'
import { ArrowUpToLine, RotateCw } from 'lucide-react'
import { deferred, useDeferred } from '../../../lib/deferred.ts'
import { failureOf } from '../../../lib/api/query-client.ts'
import { classNames } from '../../../ui/class-names.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { LoadError } from '../../../ui/pages/load-error.tsx'
import { Tabs } from '../../../ui/pages/tabs.tsx'
import { CriteriaBar } from './criteria-bar.tsx'
import { inboxPath, mailPath } from '../address/inbox-paths.ts'
import {
  hasCriteria,
  withoutCriteria,
  type Criterion,
  type MailScope,
} from '../address/list-filter.ts'
import { ListMenu } from './list-menu.tsx'
import { MailListFooter } from '../window/mail-list-footer.tsx'
import { MailList, type MailListProps } from '../window/mail-list.tsx'
import { MailRowSkeletons } from '../window/mail-row-skeletons.tsx'
import { NoMails } from './no-mails.tsx'
import { SelectionToolbar, type SelectionToolbarProps } from '../selection/selection-toolbar.tsx'
import type { InboxState } from '../inbox/use-inbox.ts'
import { countersQuery } from '../store/counters-query.ts'
import { searchProblemOf } from '../store/use-mails.ts'

const notInList = deferred(() => import('./not-in-list.tsx'))
const searchProblem = deferred(() => import('./search-problem.tsx'))

type MailListPaneProps = Pick<
  MailListProps,
  'linkTo' | 'onAct' | 'onTag' | 'nextFocus' | 'onFocused' | 'scrolled'
> &
  Pick<SelectionToolbarProps, 'offer' | 'onMark' | 'onTagSelected' | 'onTrash'> & {
    team: number
    inbox: InboxState
    onDeleteAll: (scope: MailScope, flagged: 'spare' | 'include') => Promise<void>
    onPin: (type: Criterion, query: string) => void
  }

/** The left panel, in every state of a list. */
export function MailListPane({
  team,
  inbox,
  offer,
  onMark,
  onTagSelected,
  onTrash,
  onDeleteAll,
  onPin,
  ...rows
}: MailListPaneProps) {
  const { list, filter, wanted, mails, selection, position, unlisted, named } = inbox
  const NotInList = useDeferred(notInList, unlisted !== null)?.NotInList
  const problem = searchProblemOf(list.error)
  const SearchProblem = useDeferred(searchProblem, problem !== null)?.SearchProblem
  const allMailPath = inboxPath(withoutCriteria(inbox.search))
  const listKey = JSON.stringify([filter, list.restarts])
  const inboxes = useQuery(countersQuery(team)).data?.inboxes ?? []
  const first = inboxes[0]?.name
  const isEmpty = list.data !== undefined && mails.length === 0 && !list.hasMore
  // A name that no inbox can have is refused.
  const isNowhere = named === null && list.isLoadingError
  return (
    <section
      aria-label="Mail list"
      data-mail-list=""
      className="@container flex h-full min-h-0 flex-col"
    >
      {selection.ids.size > 0 ? (
        <SelectionToolbar
          selection={selection}
          offer={offer}
          onMark={onMark}
          onTagSelected={onTagSelected}
          onTrash={onTrash}
        />
      ) : (
        <div className="flex h-12 flex-none items-center gap-1 border-b border-line pr-2.5 pl-3.5">
          <Tabs
            label="Filter"
            value={wanted.filter}
            onValueChange={inbox.setFilter}
            options={filters}
          />
          <span className="flex-1" />
          <IconButton
            label="Reload"
            shortcut="r"
            icon={<RotateCw className={classNames(list.isRefetching && 'spin')} />}
            aria-busy={list.isRefetching || undefined}
            onClick={() => void list.refetch()}
          />
          <ListMenu
            team={team}
            filter={filter}
            named={named}
            total={position.total}
            totalIsExact={position.isExact}
            onDeleteAll={onDeleteAll}
          />
        </div>
      )}
      {hasCriteria(wanted) && (
        <CriteriaBar
          filter={wanted}
          problem={inbox.typedProblem}
          count={
            list.data && filter === wanted ? matchesText(position.total, position.isExact) : null
          }
          onPin={onPin}
          onClear={inbox.showAll}
        />
      )}
      {NotInList && unlisted !== null && (
        <NotInList team={team} mail={unlisted} to={mailPath(unlisted, inbox.allMail)} />
      )}
      {list.hasNewer && !list.isSeeking && (
        <div className="flex h-9 flex-none items-center justify-center border-b border-line">
          <Button variant="ghost" size="sm" icon={<ArrowUpToLine />} onClick={list.restart}>
            Back to the newest
          </Button>
        </div>
      )}
      {((list.isPending && failureOf(list) === null) || list.isSeeking) && <MailRowSkeletons />}
      {SearchProblem && list.isLoadingError && problem !== null && (
        <SearchProblem query={filter.q ?? ''} problem={problem} allMailPath={allMailPath} />
      )}
      {problem === null && !isNowhere && (
        <LoadError query={list} title="Your mail could not be loaded" />
      )}
      {(isEmpty || isNowhere) && (
        <NoMails filter={filter} named={named} search={inbox.search} inboxes={inboxes} />
      )}
      {list.data !== undefined && !isEmpty && !list.isSeeking && (
        <MailList
          // Another list starts at its top.
          key={listKey}
          listKey={listKey}
          mails={mails}
          opened={inbox.opened}
          selected={selection.ids}
          words={inbox.words}
          total={position.isExact ? position.total : null}
          above={position.above}
          hasNewer={list.hasNewer}
          onNewer={list.loadNewer}
          // Mail without a name is in the first inbox.
          inboxOf={(mail) =>
            filter.inbox !== undefined || first === undefined || mail.inbox === first
              ? null
              : mail.inbox
          }
          {...rows}
          footer={
            <MailListFooter
              hasMore={list.hasMore}
              loading={list.isLoadingMore}
              renewing={list.isFetching}
              failed={list.isMoreFailed}
              onMore={list.loadMore}
            />
          }
        />
      )}
    </section>
  )
}

const matchesText = (total: number, isExact: boolean) =>
  isExact ? countText(total, 'match', 'matches') : `${total.toLocaleString('en')}+ matches`

const filters = [
  { value: 'all', label: 'All mail' },
  { value: 'unread', label: 'Unread' },
] as const
