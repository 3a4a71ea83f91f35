import { createPin, deletePin, getCounters, renamePin } from '@mailstop/contract'
import { route, type Route } from '../../http/route.ts'
import { askerOf } from '../../lib/asker.ts'
import type { Pins } from './pins.ts'

export function pinRoutes(pins: Pins): Route[] {
  return [
    route(createPin, async ({ params, body }, { caller }) => ({
      data: await pins.create(askerOf(caller, params), body),
    })),
    route(renamePin, async ({ params, body }, { caller }) => ({
      data: await pins.rename(askerOf(caller, params), params.pin, body.label),
    })),
    route(deletePin, async ({ params }, { caller }) => {
      await pins.remove(askerOf(caller, params), params.pin)
      return { message: 'Pin removed' }
    }),
    route(getCounters, async ({ params }, { caller }) => ({
      data: await pins.counters(askerOf(caller, params)),
    })),
  ]
}
