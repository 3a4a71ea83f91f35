import type { FastifyReply, FastifyRequest } from 'fastify'
import { sharerOf } from '../actor.ts'
import { clientGroup } from '../lib/network/client-group.ts'
import { sha256Hex } from '../lib/secrets/tokens.ts'
import { clientHungUp, type ServedClient } from '../lib/shares/served-client.ts'

/**
 * Returns who a request is answered for: its user, or its address when it has no login. All who open links are one user
 * together, so that a link that is posted in public takes its turns from other links, and from nobody else.
 */
export function clientOf(request: FastifyRequest, reply: FastifyReply): ServedClient {
  const hungUp = new AbortController()
  if (reply.raw.closed) hungUp.abort(clientHungUp)
  else reply.raw.once('close', () => hungUp.abort(clientHungUp))
  const { actor, clientAddress } = request
  const { team } = request.params as { team?: string }
  const { endpoint } = request.routeOptions.config
  const sharer = endpoint?.byLink
    ? { user: 'readers of links', team: sha256Hex(request.url.split('?', 1)[0] ?? '') }
    : actor
      ? sharerOf(actor, team === undefined ? undefined : Number(team))
      : { user: clientGroup(clientAddress) }
  return { ...sharer, connection: request.raw.socket, signal: hungUp.signal }
}
