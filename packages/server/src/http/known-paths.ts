import type { FastifyReply, FastifyRequest } from 'fastify'
import createRouter from 'find-my-way'

/** Answers a request to a path that has no route for its method. Nothing: the page of the web app may. */
type AnswerOther = (request: FastifyRequest, reply: FastifyReply) => FastifyReply | undefined

/** A signed link may carry a search. */
export const longestParameter = 6_000

/**
 * The paths that have routes, with what answers all other methods (RFC 9110 section 15.5.6). Routes of
 * Fastify that refuse them would be most of its routes, and half the time of its start.
 */
export function createKnownPaths() {
  // One method stands for all.
  const router = createRouter({ maxParamLength: longestParameter })
  return {
    /** `path` is in Fastify's notation. */
    add(path: string, answer: AnswerOther): void {
      router.on('GET', path, () => {}, answer)
    },
    answerOf(url: string): AnswerOther | undefined {
      return router.find('GET', url)?.store as AnswerOther | undefined
    },
  }
}

export type KnownPaths = ReturnType<typeof createKnownPaths>
