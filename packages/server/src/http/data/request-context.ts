import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AnyEndpoint } from '@mailstop/contract'
import type { TeamRequest } from '../../actor.ts'
import type { SessionCookies } from '../access/session-cookies.ts'

/** The context of a handler beside the input, as `Context` of `route.ts` types it for each endpoint. */
export function contextOf(
  endpoint: AnyEndpoint,
  request: FastifyRequest,
  reply: FastifyReply,
  { cookies, input }: { cookies: SessionCookies; input: unknown },
) {
  return {
    actor: request.actor,
    client: {
      address: request.clientAddress,
      userAgent: (request.headers['user-agent'] ?? '').slice(0, 300),
      browser: cookies.browserToken(request.cookies),
    },
    session: {
      begin: (token: string, lifetimeMs: number | null) => cookies.begin(reply, token, lifetimeMs),
      keepBrowser: (token: string) => cookies.keepBrowser(reply, token),
      end: () => cookies.end(reply),
      renewCsrf: () => cookies.renewCsrf(request, reply),
    },
    signIn: {
      value: cookies.signIn(request.cookies),
      keep: (value: string, lifetimeMs: number) => cookies.keepSignIn(reply, value, lifetimeMs),
      end: () => cookies.endSignIn(reply),
    },
    ...teamOf(endpoint, request, input),
  }
}

/** The feature decides whether the actor may, in its transaction where that matters. */
function teamOf({ action }: AnyEndpoint, { actor }: FastifyRequest, input: unknown) {
  if (action === undefined || actor === null) return {}
  // The contract holds an endpoint with an action to a path with a team.
  const { params } = input as { params: { team: number } }
  return { request: { actor, action, teamId: params.team } satisfies TeamRequest }
}

/** Only fields of the contract leave the server. */
export function replyOf(
  { reply, method, path }: Extract<AnyEndpoint, { reply: unknown }>,
  result: unknown,
): unknown {
  const parsed = reply.safeParse(result)
  if (parsed.success) return parsed.data
  throw new Error(`The reply of ${method} ${path} breaks the contract`, { cause: parsed.error })
}
