import { createPin, deletePin, getCounters, renamePin } from '@mailstop/contract'
import { dataRoute, doneRoute, type Route } from '../../http/route.ts'
import type { Pins } from './pins.ts'

export function pinRoutes(pins: Pins): Route[] {
  return [
    dataRoute(createPin, ({ body }, { request }) => pins.create(request, body)),
    dataRoute(renamePin, ({ params, body }, { request }) =>
      pins.rename(request, params.pin, body.label),
    ),
    doneRoute(deletePin, 'Pin removed', ({ params }, { request }) =>
      pins.remove(request, params.pin),
    ),
    dataRoute(getCounters, ({ query }, { request }) => pins.counters(request, query)),
  ]
}
