import {
  changeInspectionSettings,
  getInspectionRules,
  getInspectionSettings,
  inspectMail,
  listMailClients,
} from '@mailstop/contract'
import { dataRoute, type Route } from '../../http/route.ts'
import type { InspectionFeature } from './inspection.ts'

export function inspectionRoutes(inspection: InspectionFeature): Route[] {
  return [
    dataRoute(inspectMail, ({ params }, { request }) => inspection.inspect(request, params.mail)),
    dataRoute(getInspectionRules, () => Promise.resolve(inspection.rules)),
    dataRoute(listMailClients, () => inspection.mailClients()),
    dataRoute(getInspectionSettings, (_input, { request }) => inspection.settings(request)),
    dataRoute(changeInspectionSettings, ({ body }, { request }) =>
      inspection.changeSettings(request, body),
    ),
  ]
}
