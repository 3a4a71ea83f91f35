import type { FastifyReply, FastifyRequest } from 'fastify'
import { sharerOf } from '../actor.ts'
import { clientGroup } from '../lib/client-group.ts'
import type { ServedClient } from '../lib/served-client.ts'

/** For whom a request is answered: its user, or its address where nobody is signed in. */
export function clientOf(request: FastifyRequest, reply: FastifyReply): ServedClient {
  const hungUp = new AbortController()
  if (reply.raw.closed) hungUp.abort()
  else reply.raw.once('close', () => hungUp.abort())
  const user = request.actor ? sharerOf(request.actor) : clientGroup(request.clientAddress)
  return { user, connection: request.raw.socket, signal: hungUp.signal }
}
