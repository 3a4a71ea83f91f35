import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { hasTag } from '../files/entity-tags.ts'
import type { UnlessKnown } from '../route.ts'

/** Thrown through a handler when its client has the answer already. */
export class Known extends Error {
  override readonly name = 'Known'
}

/**
 * Weak ETags of lists that change, made of a version that the handler names and of the request: `current` is a
 * different team for another token. The version is read before the list, so that a client at most asks once too
 * often.
 */
export function createVersions(
  { url, headers }: FastifyRequest,
  { params }: Record<string, unknown>,
) {
  let tag: string | null = null
  const unlessKnown: UnlessKnown = (version) => {
    const asked = createHash('sha256')
      .update(JSON.stringify([url, params]))
      .digest('base64url')
      .slice(0, 16)
    tag = `W/"${version}-${asked}"`
    if (hasTag(headers['if-none-match'], tag)) throw new Known()
  }
  return {
    unlessKnown,
    headers: (): Record<string, string> =>
      tag === null ? {} : { etag: tag, 'cache-control': 'no-store' },
  }
}
