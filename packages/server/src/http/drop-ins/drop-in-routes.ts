import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { errorCodes } from '@mailstop/contract'
import { notFound, Refusal } from '../../errors.ts'
import { joinSmall } from '../../lib/json/json-pieces.ts'
import { serveClient } from '../../lib/shares/served-client.ts'
import { fastifyPath, unheldBytes } from '../data/data-routes.ts'
import { claimOf, loginNameOf } from '../access/authorization.ts'
import type { DropInGroup, DropInInput, DropInReply, DropInTable } from './drop-in.ts'
import { dropInHeaders } from './drop-in-headers.ts'
import { refusalOf, sayWhenAgain, type ErrorLogs } from '../error-reply.ts'
import type { KnownPaths } from '../known-paths.ts'
import type { Gate, Program } from '../access/gate.ts'
import { createReplyRoom, type ReplyShares } from '../files/reply-room.ts'
import { clientOf } from '../request-client.ts'
import { endedWhenStalled, longestStallMs } from '../files/stall-limit.ts'
import { wholeOf } from '../data/posted-body.ts'
import { withUploadSlot, type UploadShares } from '../data/upload-slot.ts'
import type { SendPage } from '../web-app.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the gate for the routes of other tools' APIs. */
    program: Program | null
  }
  interface FastifyContextConfig {
    dropIn?: Served
  }
}

type DropInOptions = {
  gate: Pick<Gate, 'admitProgram'>
  shares: ReplyShares & UploadShares
  known: KnownPaths
  logs: ErrorLogs
  /** Sends the page of the web app; null where there is none. */
  sendPage: SendPage | null
}

type Served = ReturnType<typeof servedOf>[number]

const smallBodyBytes = 64 * 1024
const isLarge = ({ maxBodyBytes }: Served) => maxBodyBytes > smallBodyBytes

const servedOf = (table: DropInTable) =>
  Object.entries(table).map(([route, [scope, handle, options]]) => {
    const [method = '', path = ''] = route.split(' ')
    return { method, path, scope, handle, maxBodyBytes: 0, ...options }
  })

/** Serves the APIs of other tools in scopes of their own: their bodies and errors differ from ours. */
export function serveDropIns(
  fastify: FastifyInstance,
  groups: readonly DropInGroup[],
  options: DropInOptions,
): void {
  fastify.decorateRequest('program', null)
  for (const group of groups) {
    const routes = servedOf(group.routes)
    const { large = [], small = [] } = Object.groupBy(routes, (each) =>
      isLarge(each) ? 'large' : 'small',
    )
    fastify.register(async (scope) => {
      answerErrors(scope, group, options)
      scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) =>
        done(null, body),
      )
      for (const route of small) serve(scope, group, route, options)
    })
    fastify.register(async (scope) => {
      answerErrors(scope, group, options)
      // Read by the handler, once it has a slot.
      scope.addContentTypeParser('*', (_request, body, done) => done(null, body))
      for (const route of large) serve(scope, group, route, options)
    })
    refuseOthers(group, routes, options)
  }
}

function answerErrors(
  scope: FastifyInstance,
  { answerRefusal, challenge }: DropInGroup,
  { logs }: Pick<DropInOptions, 'logs'>,
): void {
  scope.removeAllContentTypeParsers()
  scope.setErrorHandler((error, request, reply) => {
    const { refusal, id } = refusalOf(error, { ...logs, request })
    sayWhenAgain(refusal, reply)
    if (errorCodes[refusal.code].status === 401) reply.header('www-authenticate', challenge)
    const shown = id ? new Refusal('internal', { message: `${refusal.message} (${id})` }) : refusal
    return refuse(reply, shown, request.routeOptions.config.dropIn?.answerRefusal ?? answerRefusal)
  })
}

function refuse(
  reply: FastifyReply,
  refusal: Refusal,
  inShape: DropInGroup['answerRefusal'],
): FastifyReply {
  const answer = inShape(refusal)
  const { status } = errorCodes[refusal.code]
  return describe(reply, { status, ...answer }).send(Buffer.concat(bodyOf(answer)))
}

function serve(
  scope: FastifyInstance,
  { prefixes, refusesOtherSites = false }: DropInGroup,
  route: Served,
  { gate, shares, sendPage }: DropInOptions,
): void {
  const { method, path, scope: tokenScope, maxBodyBytes, isPage } = route
  for (const prefix of prefixes) {
    scope.route({
      method,
      url: prefix + fastifyPath(path),
      ...(!isLarge(route) && { bodyLimit: Math.max(maxBodyBytes, 1) }),
      config: { dropIn: route, ...(isLarge(route) && { takesItsTime: true }) },
      async onRequest(request, reply) {
        try {
          request.program = await gate.admitProgram(request.raw, tokenScope, {
            refusesOtherSites,
          })
          request.actor = request.program.actor
        } catch (error) {
          if (!isPage || sendPage === null || !opensPage(request)) throw error
          await sendPage(reply)
        }
      },
      handler: (request, reply) => answer(route, request, reply, shares),
    })
  }
}

async function answer(
  route: Served,
  request: FastifyRequest,
  reply: FastifyReply,
  shares: ReplyShares & UploadShares,
): Promise<FastifyReply> {
  const response = reply.raw
  const client = clientOf(request, reply)
  const room = createReplyRoom({ shares, client, response })
  let isHeld = false
  const hold = (bytes: number) => {
    isHeld = true
    return room.hold(bytes)
  }
  const run = (body: Buffer) => route.handle({ ...inputOf(request), body, hold })
  try {
    const result = isLarge(route)
      ? await withUploadSlot(
          request,
          reply,
          { maxBytes: route.maxBodyBytes, shares, client },
          (chunks) => wholeOf(chunks, route).then(run),
        )
      : await serveClient(client, () => run(Buffer.isBuffer(request.body) ? request.body : nothing))
    describe(reply, result)
    const pieces = joinSmall(bodyOf(result))
    const length = pieces.reduce((sum, piece) => sum + piece.length, 0)
    if (isHeld) await room.keep(length)
    else if (length <= unheldBytes) return await reply.send(Buffer.concat(pieces))
    else await room.holdJson(length)
    room.releaseOnClose()
    reply.header('content-length', length)
    return await reply.send(
      endedWhenStalled(pieces, { response, ms: longestStallMs, pace: room.pace }),
    )
  } catch (error) {
    room.release()
    throw error
  }
}

const nothing = Buffer.alloc(0)

function inputOf(request: FastifyRequest): Omit<DropInInput, 'body' | 'hold'> {
  const { program, params, raw, headers, clientAddress } = request
  if (program === null) throw new Error('The gate has not run')
  const { actor, teamId, isMeant } = program
  return {
    params: params as Record<string, string>,
    query: new URLSearchParams(raw.url?.split('?').slice(1).join('?')),
    headers,
    actor,
    teamId,
    isMeant,
    wants: (action) => ({ actor, action, teamId }),
    client: {
      address: clientAddress,
      userAgent: (headers['user-agent'] ?? '').slice(0, 300),
      login: loginNameOf(headers),
    },
  }
}

function describe(reply: FastifyReply, answer: DropInReply): FastifyReply {
  return reply.code(answer.status ?? 200).headers(dropInHeaders(answer))
}

function bodyOf(answer: DropInReply): readonly Uint8Array[] {
  if (!('body' in answer)) return []
  const { body } = answer
  if (typeof body === 'string') return [Buffer.from(body)]
  return body instanceof Uint8Array ? [body] : body
}

/** A browser without a token gets no Basic prompt, which would ask its user for what they do not have. */
function opensPage({ headers }: FastifyRequest): boolean {
  const takesHtml = headers.accept?.includes('text/html') ?? false
  return takesHtml && claimOf(headers)?.kind !== 'token'
}

/** Refuses other methods of the paths, and other paths under those of `missing`. */
function refuseOthers(
  { prefixes, missing = [], answerRefusal }: DropInGroup,
  routes: readonly Served[],
  { known }: DropInOptions,
): void {
  const byPath = Map.groupBy(routes, ({ path }) => path)
  for (const prefix of prefixes) {
    for (const [path, ofPath] of byPath) {
      const allowed = ofPath.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : method))
      known.add(prefix + fastifyPath(path), (_request, reply) => {
        reply.header('allow', allowed.join(', '))
        return refuse(reply, new Refusal('method_not_allowed'), answerRefusal)
      })
    }
    for (const path of missing) {
      known.add(prefix + path, (_request, reply) => refuse(reply, notFound(), answerRefusal))
    }
  }
}
