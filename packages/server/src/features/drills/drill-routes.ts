import {
  drillJunit,
  drillMarkdown,
  endDrill,
  getDrill,
  listDrills,
  startDrill,
} from '@mailstop/contract'
import { dataRoute, type Route } from '../../http/route.ts'
import type { Drills } from './drills.ts'

const forms = { markdown: drillMarkdown, junit: drillJunit }

export const drillRoutes = (drills: Drills): Route[] => [
  dataRoute(listDrills, (_input, { request }) => drills.list(request)),
  dataRoute(startDrill, ({ body }, { request }) => drills.start(request, body)),
  dataRoute(getDrill, async ({ params, query: { wait, format } }, { request }) => {
    const drill = await drills.get(request, params.drill, wait)
    return { ...drill, ...(format && { text: forms[format](drill) }) }
  }),
  dataRoute(endDrill, ({ params }, { request }) => drills.end(request, params.drill)),
]
