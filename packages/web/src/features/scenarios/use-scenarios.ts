import {
  createScenario,
  deleteScenario,
  listScenarios,
  resetScenario,
  startScenario,
  stopScenario,
  updateScenario,
  type EndpointInput,
  type RunningScenario,
} from '@mailstop/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/api/api-client.ts'
import { wasRemoved } from '../../lib/api/api-error.ts'
import { queryKeys } from '../../lib/api/queries.ts'

/** Hits are asked for again while something is on, and seen by somebody. */
const hitsEveryMs = 2_000

/** The scenarios of a team, the presets, and what is on. Live events fetch them again when one is started or changed. */
export const useScenarios = (team: number) =>
  useQuery({
    queryKey: queryKeys.scenarios(team),
    queryFn: ({ signal }) => call(listScenarios, { params: { team: String(team) }, signal }),
    refetchInterval: ({ state }) => (state.data?.meta.running.length ? hitsEveryMs : false),
  })

/** A scenario of the team by its id, or a preset by its name. */
export type Startable = { which: string; title: string }

/** What stops one: its id or, where the team has not written it, its name. */
const whichOf = ({ scenario, name }: RunningScenario): string => String(scenario ?? name)

/** Calls that change scenarios. What is shown of them is fetched again. */
export function useScenarioChanges(team: number) {
  const queryClient = useQueryClient()
  const params = { team: String(team) }
  async function changing<Result>(change: Promise<Result>): Promise<Result> {
    const result = await change
    await queryClient.invalidateQueries({ queryKey: queryKeys.scenarios(team) })
    return result
  }
  const of = (which: string | number) => ({ ...params, scenario: String(which) })
  type Body = EndpointInput<typeof createScenario>['body']
  return {
    add: (body: Body) => changing(call(createScenario, { params, body })),
    change: (id: number, body: Body) => changing(call(updateScenario, { params: of(id), body })),
    remove: (id: number) => changing(wasRemoved(call(deleteScenario, { params: of(id) }))),
    start: (which: string, body: EndpointInput<typeof startScenario>['body']) =>
      changing(call(startScenario, { params: of(which), body })),
    stop: (one: RunningScenario) =>
      changing(
        wasRemoved(
          call(stopScenario, { params: of(whichOf(one)), body: { inbox: one.inbox.name } }),
        ),
      ),
    reset: (one: RunningScenario) =>
      changing(call(resetScenario, { params: of(whichOf(one)), body: { inbox: one.inbox.name } })),
  }
}
