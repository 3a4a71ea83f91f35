import { createPin, deletePin, getCounters, renamePin } from '@mailstop/contract'
import { route, type Route } from '../../http/route.ts'
import type { Pins } from './pins.ts'

export function pinRoutes(pins: Pins): Route[] {
  const asker = (caller: { userId: number }, params: { team: number }) => ({
    userId: caller.userId,
    teamId: params.team,
  })
  return [
    route(createPin, async ({ params, body }, { caller }) => ({
      data: await pins.create(asker(caller, params), body),
    })),
    route(renamePin, async ({ params, body }, { caller }) => ({
      data: await pins.rename(asker(caller, params), params.pin, body.label),
    })),
    route(deletePin, async ({ params }, { caller }) => {
      await pins.remove(asker(caller, params), params.pin)
      return { message: 'Pin removed' }
    }),
    route(getCounters, async ({ params }, { caller }) => ({
      data: await pins.counters(asker(caller, params)),
    })),
  ]
}
