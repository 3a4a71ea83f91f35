import { useLocation, useNavigate } from 'react-router'
import { Select } from '../../ui/forms/select.tsx'
import { inboxSearch, useChosenInbox } from './use-chosen-inbox.ts'

/** Narrows a page to one inbox of a team that has several. */
export function InboxFilter({ team }: { team: number }) {
  const navigate = useNavigate()
  const { hash } = useLocation()
  const { list, chosen } = useChosenInbox(team, true)
  const names = list.data?.map(({ name }) => ({ value: name, label: name })) ?? []
  return (
    <Select
      label="Inbox"
      size="sm"
      value={chosen?.name ?? ''}
      options={[{ value: '', label: 'All inboxes' }, ...names]}
      onValueChange={(name) =>
        void navigate({ search: name && inboxSearch(name), hash }, { replace: true })
      }
    />
  )
}
