import type { FastifyInstance } from 'fastify'
import { Refusal } from '../../errors.ts'
import { faultText, fewMembers, readJson } from '../../lib/json/read-json.ts'

/** Reads JSON bodies and nothing else. An empty body is no body, as clients send one with actions that take none. */
export function acceptJsonBodies(fastify: FastifyInstance): void {
  fastify.removeAllContentTypeParsers()
  fastify.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (_request: unknown, bytes: string | Buffer): Promise<unknown> => {
      if (bytes.length === 0) return undefined
      const read = readJson(Buffer.from(bytes), fewMembers)
      if ('value' in read) return read.value
      throw new Refusal('bad_request', { message: faultText(read.fault) })
    },
  )
}

/** Refuses bodies of all types that the scope does not accept. `message` names the accepted types. */
export function refuseOtherBodies(scope: FastifyInstance, message: string): void {
  scope.addContentTypeParser('*', (_request, _body, done) =>
    done(new Refusal('unsupported_media_type', { message })),
  )
}
