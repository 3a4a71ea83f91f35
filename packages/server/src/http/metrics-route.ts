import type { FastifyInstance } from 'fastify'
import type { Registry } from 'prom-client'
import { signedOut } from '../errors.ts'
import { equalSecrets } from '../lib/secrets/tokens.ts'

/** Prometheus proves itself by a bearer token (RFC 6750 section 2.1). */
export type Metrics = { registry: Registry; token: string }

export const metricsPath = '/metrics'

export function serveMetrics(fastify: FastifyInstance, { registry, token }: Metrics): void {
  fastify.get(metricsPath, async (request, reply) => {
    if (!equalSecrets(request.headers.authorization ?? '', `Bearer ${token}`)) {
      reply.header('www-authenticate', 'Bearer')
      throw signedOut()
    }
    const text = await registry.metrics()
    return reply.header('cache-control', 'no-store').type(registry.contentType).send(text)
  })
}
