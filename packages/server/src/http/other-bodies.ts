import type { FastifyInstance } from 'fastify'
import { Refusal } from '../errors.ts'

/** Refuses bodies of any other type than those that the scope takes, saying which these are. */
export function refuseOtherBodies(scope: FastifyInstance, message: string): void {
  scope.addContentTypeParser('*', (_request, _body, done) =>
    done(new Refusal('unsupported_media_type', { message })),
  )
}
