import { endDrill, getDrill, listDrills, startDrill, type EndpointInput } from '@mailstop/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/api/api-client.ts'
import { queryKeys } from '../../lib/api/queries.ts'

/** A report grows while a drill runs, and somebody looks. */
const growsEveryMs = 3_000

export const useDrills = (team: number) =>
  useQuery({
    queryKey: queryKeys.drills(team),
    queryFn: ({ signal }) => call(listDrills, { params: { team: String(team) }, signal }),
  })

export const useDrill = (team: number, drill: string) =>
  useQuery({
    queryKey: queryKeys.drill(team, drill),
    queryFn: ({ signal }) =>
      call(getDrill, { params: { team: String(team), drill }, query: {}, signal }),
    refetchInterval: ({ state }) => (state.data?.data.state === 'ended' ? false : growsEveryMs),
  })

/** Calls that change drills. What is shown of them is fetched again. */
export function useDrillChanges(team: number) {
  const queryClient = useQueryClient()
  const params = { team: String(team) }
  async function changing<Result>(change: Promise<Result>): Promise<Result> {
    const result = await change
    await queryClient.invalidateQueries({ queryKey: queryKeys.drills(team) })
    await queryClient.invalidateQueries({ queryKey: queryKeys.scenarios(team) })
    return result
  }
  return {
    start: (body: EndpointInput<typeof startDrill>['body']) =>
      changing(call(startDrill, { params, body })),
    end: (drill: string) => changing(call(endDrill, { params: { ...params, drill } })),
  }
}
