import {
  createInbox,
  deleteInbox,
  rotateInbox,
  updateInbox,
  type EndpointInput,
  type Inbox,
} from '@mailstop/contract'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/api/api-client.ts'
import { firstInbox } from '../../lib/inboxes/use-inboxes.ts'
import { queryKeys } from '../../lib/api/queries.ts'
import { useChanging } from '../../lib/api/use-changing.ts'

/** Calls that change inboxes. They resolve when the page shows the change. */
export function useInboxChanges(team: number) {
  const queryClient = useQueryClient()
  const params = { team: String(team) }
  const of = ({ id }: Pick<Inbox, 'id'>) => ({ ...params, inbox: String(id) })
  const changing = useChanging(queryKeys.inboxes(team), queryKeys.counters(team))
  return {
    create: (body: EndpointInput<typeof createInbox>['body']) =>
      changing(call(createInbox, { params, body })),
    update: (inbox: Pick<Inbox, 'id'>, body: EndpointInput<typeof updateInbox>['body']) =>
      changing(call(updateInbox, { params: of(inbox), body })),
    remove: (inbox: Inbox) => changing(call(deleteInbox, { params: of(inbox) })),
    async rotate(
      inbox: Inbox,
      grace_hours: EndpointInput<typeof rotateInbox>['body']['grace_hours'],
    ) {
      await changing(call(rotateInbox, { params: of(inbox), body: { grace_hours } }))
      // Its credentials are the team's.
      if (inbox.id === firstInbox) {
        await queryClient.invalidateQueries({ queryKey: queryKeys.teams })
      }
    },
  }
}
