import type { FastifyReply, FastifyRequest } from 'fastify'
import { sharerOf } from '../actor.ts'
import { clientGroup } from '../lib/network/client-group.ts'
import type { ServedClient } from '../lib/shares/served-client.ts'

/** Returns for whom a request is answered: who answers for it, or its address where nobody is signed in. */
export function clientOf(request: FastifyRequest, reply: FastifyReply): ServedClient {
  const hungUp = new AbortController()
  if (reply.raw.closed) hungUp.abort()
  else reply.raw.once('close', () => hungUp.abort())
  const { actor, clientAddress } = request
  const { team } = request.params as { team?: string }
  const sharer = actor
    ? sharerOf(actor, team === undefined ? undefined : Number(team))
    : { user: clientGroup(clientAddress) }
  return { ...sharer, connection: request.raw.socket, signal: hungUp.signal }
}
