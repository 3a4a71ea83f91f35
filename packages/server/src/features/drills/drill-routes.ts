import { endDrill, getDrill, listDrills, startDrill } from '@mailstop/contract'
import { dataRoute, type Route } from '../../http/route.ts'
import type { Drills } from './drills.ts'

export const drillRoutes = (drills: Drills): Route[] => [
  dataRoute(listDrills, (_input, { request }) => drills.list(request)),
  dataRoute(startDrill, ({ body }, { request }) => drills.start(request, body)),
  dataRoute(getDrill, ({ params, query }, { request }) =>
    drills.get(request, params.drill, query.wait),
  ),
  dataRoute(endDrill, ({ params }, { request }) => drills.end(request, params.drill)),
]
