import type { FastifyReply, FastifyRequest } from 'fastify'
import createRouter from 'find-my-way'

/** Answers a request to a path that has no route for its method. Returns nothing where the web app may show a page. */
type AnswerOther = (request: FastifyRequest, reply: FastifyReply) => FastifyReply | undefined

/** A signed link may carry a search. */
export const longestParameter = 6_000

/**
 * Knows every path that has routes, and refuses the methods that it lacks (RFC 9110 section 15.5.6). As
 * routes of Fastify, these refusals took half of its start. A path whose literal stands where another has a
 * parameter is taken for that one with the other's methods, so such parameters are numbers.
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
