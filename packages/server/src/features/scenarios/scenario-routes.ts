import {
  createScenario,
  deleteScenario,
  listScenarios,
  resetScenario,
  startScenario,
  stopScenario,
  updateScenario,
} from '@mailstop/contract'
import { dataRoute, doneRoute, route, type Route } from '../../http/route.ts'
import type { Scenarios } from './scenarios.ts'

export const scenarioRoutes = (scenarios: Scenarios): Route[] => [
  route(listScenarios, (_input, { request }) => scenarios.list(request)),
  dataRoute(createScenario, ({ body }, { request }) => scenarios.create(request, body)),
  dataRoute(updateScenario, ({ params, body }, { request }) =>
    scenarios.update(request, params.scenario, body),
  ),
  doneRoute(deleteScenario, 'Scenario removed', ({ params }, { request }) =>
    scenarios.remove(request, params.scenario),
  ),
  dataRoute(startScenario, ({ params, body }, { request }) =>
    scenarios.start(request, params.scenario, body),
  ),
  doneRoute(stopScenario, 'The scenario is off', ({ params, body }, { request }) =>
    scenarios.stop(request, params.scenario, body),
  ),
  doneRoute(resetScenario, 'Scenario counts from zero', ({ params, body }, { request }) =>
    scenarios.reset(request, params.scenario, body),
  ),
]
