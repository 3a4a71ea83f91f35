import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Refusal } from '../errors.ts'

/**
 * Reads JSON bodies and nothing else. Text that is not UTF-8 (RFC 8259 section 8.1) or would set a
 * prototype is refused; an empty body is no body, as clients send one with actions that take none.
 */
export function acceptJsonBodies(fastify: FastifyInstance): void {
  const parse = jsonParser(fastify)
  fastify.removeAllContentTypeParsers()
  fastify.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    (request: FastifyRequest, bytes: string | Buffer) => parse(request, bytes),
  )
}

export function jsonParser(fastify: FastifyInstance) {
  const parse = fastify.getDefaultJsonParser('error', 'error')
  return (request: FastifyRequest, bytes: string | Buffer): Promise<unknown> =>
    new Promise((resolve, reject) => {
      if (bytes.length === 0) return resolve(undefined)
      const text = textOf(bytes)
      if (text === null) return reject(new Refusal('bad_request'))
      void parse(request, text, (error, value) => (error ? reject(error) : resolve(value)))
    })
}

function textOf(bytes: string | Buffer): string | null {
  try {
    return typeof bytes === 'string'
      ? bytes
      : new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

/** Refuses bodies of all types but those that the scope accepts. `message` names these. */
export function refuseOtherBodies(scope: FastifyInstance, message: string): void {
  scope.addContentTypeParser('*', (_request, _body, done) =>
    done(new Refusal('unsupported_media_type', { message })),
  )
}
