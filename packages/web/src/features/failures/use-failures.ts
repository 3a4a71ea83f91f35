import {
  createScenario,
  deleteScenario,
  endDrill,
  getDrill,
  listDrills,
  listScenarios,
  resetScenario,
  startDrill,
  startScenario,
  stopScenario,
  updateScenario,
  type EndpointInput,
  type RunningScenario,
} from '@mailstop/contract'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../lib/api/api-client.ts'
import { wasRemoved } from '../../lib/api/api-error.ts'
import { queryKeys, queryOf } from '../../lib/api/queries.ts'
import { useChanging } from '../../lib/api/use-changing.ts'

/** Hits, and what is known of a drill, are asked for again while they grow and somebody looks. */
const growsEveryMs = 2_000

/** The scenarios of a team, the presets, and what is on. Live events fetch them again when one is started or changed. */
export const useScenarios = (team: number) =>
  useQuery({
    queryKey: queryKeys.scenarios(team),
    queryFn: ({ signal }) => call(listScenarios, { params: { team: String(team) }, signal }),
    refetchInterval: ({ state }) => (state.data?.meta.running.length ? growsEveryMs : false),
  })

export const useDrills = (team: number) =>
  useQuery(queryOf(queryKeys.drills(team), listDrills, { params: { team: String(team) } }))

export const useDrill = (team: number, drill: string) =>
  useQuery({
    ...queryOf(queryKeys.drill(team, drill), getDrill, {
      params: { team: String(team), drill },
      query: {},
    }),
    refetchInterval: ({ state }) => (state.data?.state === 'ended' ? false : growsEveryMs),
  })

/** Calls that change what fails. What is shown of it is fetched again. */
export function useFailureChanges(team: number) {
  const changing = useChanging(queryKeys.scenarios(team), queryKeys.drills(team))
  const params = { team: String(team) }
  const of = (which: string | number) => ({ ...params, scenario: String(which) })
  /** What names a running one: its id or, where the team has not written it, its name. */
  const running = ({ scenario, name, inbox }: RunningScenario) => ({
    params: of(scenario ?? name),
    body: { inbox: inbox.name },
  })
  type Body = EndpointInput<typeof createScenario>['body']
  return {
    add: (body: Body) => changing(call(createScenario, { params, body })),
    change: (id: number, body: Body) => changing(call(updateScenario, { params: of(id), body })),
    remove: (id: number) => changing(wasRemoved(call(deleteScenario, { params: of(id) }))),
    start: (which: string, body: EndpointInput<typeof startScenario>['body']) =>
      changing(call(startScenario, { params: of(which), body })),
    stop: (one: RunningScenario) => changing(wasRemoved(call(stopScenario, running(one)))),
    reset: (one: RunningScenario) => changing(call(resetScenario, running(one))),
    startDrill: (body: EndpointInput<typeof startDrill>['body']) =>
      changing(call(startDrill, { params, body })),
    endDrill: (drill: string) => changing(call(endDrill, { params: { ...params, drill } })),
  }
}
