import type { FastifyInstance } from 'fastify'

/** Names what stops this process from taking new work; none when it is ready. */
export type FailedChecks = () => Promise<string[]>
/** Names what this process cannot do now, although it takes work. */
export type Impaired = () => string[]

/** Load balancers and containers ask for these; they know no host name and need no login. */
const healthPaths = { live: '/livez', ready: '/readyz' } as const
/** Clients of Mailpit ask under these paths too (docs/mailpit.md). */
const prefixes = ['', '/mailpit']

/** Clients and containers of MailDev ask for this, and read `true` (docs/maildev.md). */
const ofMaildev = ['', '/api', '/maildev', '/maildev/api'].map((prefix) => `${prefix}/healthz`)

const ours = prefixes.flatMap((prefix) => Object.values(healthPaths).map((path) => prefix + path))
const paths = [...ours, ...ofMaildev]

export const isHealth = (url: string): boolean => paths.includes(url.split('?', 1)[0] ?? '')

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Asked every few seconds, so answered under any host name, and not logged. */
    isHealth?: boolean
  }
}

export function serveHealth(
  fastify: FastifyInstance,
  failedChecks: FailedChecks,
  { impaired, roles }: { impaired: Impaired; roles: readonly string[] | undefined },
): void {
  const options = { config: { isHealth: true } }
  for (const path of ofMaildev) {
    fastify.get(path, options, async (_request, reply) => {
      return reply.header('cache-control', 'no-store').type('application/json').send('true')
    })
  }
  for (const prefix of prefixes) {
    // Answers as long as the event loop turns.
    fastify.get(prefix + healthPaths.live, options, async (_request, reply) => {
      return reply.header('cache-control', 'no-store').send({ status: 'ok' })
    })
    // Names the failing checks and the roles, and nothing else: anyone may ask.
    fastify.get(prefix + healthPaths.ready, options, async (_request, reply) => {
      const checks = await failedChecks()
      reply.header('cache-control', 'no-store')
      const parts = impaired()
      const also = { roles, ...(parts.length > 0 && { impaired: parts }) }
      if (checks.length === 0) return reply.send({ status: 'ok', ...also })
      return reply.code(503).send({ status: 'unavailable', checks, ...also })
    })
  }
}
