import {
  addGuardException,
  createGuard,
  deleteGuard,
  listGuardExceptions,
  listGuards,
  removeGuardException,
  updateGuard,
  type EndpointInput,
  type Guard,
} from '@mailstop/contract'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../lib/api/api-client.ts'
import { wasRemoved } from '../../lib/api/api-error.ts'
import { usePages } from '../../lib/api/pages.ts'
import { queryKeys, queryOf } from '../../lib/api/queries.ts'
import { useChanging } from '../../lib/api/use-changing.ts'

export const useGuards = (team: number) =>
  useQuery(queryOf(queryKeys.guardList(team), listGuards, { params: { team: String(team) } }))

/** The messages that are excepted from a guard one by one. */
export const useExceptions = (team: number, guard: number) =>
  usePages(queryKeys.guardExceptions(team, guard), (query, signal) =>
    call(listGuardExceptions, {
      params: { team: String(team), guard: String(guard) },
      query,
      signal,
    }),
  )

/** Calls that change guards. What the page shows of them is fetched again. */
export function useGuardChanges(team: number) {
  const changing = useChanging(queryKeys.guards(team))
  const params = { team: String(team) }
  const of = (guard: Pick<Guard, 'id'>) => ({ ...params, guard: String(guard.id) })
  return {
    add: (body: EndpointInput<typeof createGuard>['body']) =>
      changing(call(createGuard, { params, body })),
    change: (guard: Pick<Guard, 'id'>, body: EndpointInput<typeof updateGuard>['body']) =>
      changing(call(updateGuard, { params: of(guard), body })),
    remove: (guard: Pick<Guard, 'id'>) =>
      changing(wasRemoved(call(deleteGuard, { params: of(guard) }))),
    /** A marked mail was right. */
    except: (guard: Pick<Guard, 'id'>, mail: number) =>
      changing(call(addGuardException, { params: of(guard), body: { mail } })),
    /** It was not after all. */
    unexcept: (guard: Pick<Guard, 'id'>, mail: number) =>
      changing(
        wasRemoved(call(removeGuardException, { params: { ...of(guard), mail: String(mail) } })),
      ),
  }
}
