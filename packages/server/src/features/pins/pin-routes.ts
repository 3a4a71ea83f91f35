import { createPin, deletePin, getCounters, renamePin } from '@mailstop/contract'
import { route, type Route } from '../../http/route.ts'
import type { Pins } from './pins.ts'

export function pinRoutes(pins: Pins): Route[] {
  return [
    route(createPin, async ({ body }, { request }) => ({
      data: await pins.create(request, body),
    })),
    route(renamePin, async ({ params, body }, { request }) => ({
      data: await pins.rename(request, params.pin, body.label),
    })),
    route(deletePin, async ({ params }, { request }) => {
      await pins.remove(request, params.pin)
      return { message: 'Pin removed' }
    }),
    route(getCounters, async ({ query }, { request }) => ({
      data: await pins.counters(request, query.time_zone),
    })),
  ]
}
