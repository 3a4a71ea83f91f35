import { z } from 'zod'
import type { Egress } from '../../../../egress/egress.ts'
import { NotReached, shownRules, type SpamEngine } from './spam-check.ts'

const usualPort = 11_333

const answerForm = z.object({
  score: z.number(),
  required_score: z.number(),
  symbols: z.record(
    z.string(),
    z.object({ score: z.number(), description: z.string().optional() }),
  ),
})

/** Rspamd, whose controller or normal worker scores what is posted to `/checkv2`. */
export function createRspamd(url: URL, egress: Egress): SpamEngine {
  const host = url.hostname
  const password = decodeURIComponent(url.password || url.username)
  return {
    name: 'rspamd',
    async score({ source, sender }, signal) {
      const answer = await egress.ask({
        url: `http://${host}:${url.port || usualPort}/checkv2`,
        method: 'POST',
        body: source,
        headers: { from: sender, ...(password !== '' && { password }) },
        signal,
      })
      if (!answer.ok && answer.isReached === false) throw new NotReached(answer.reason)
      const isWhole = answer.ok && !answer.isCut && answer.status === 200
      if (!isWhole) throw new Error('rspamd gave no whole answer')
      const { score, required_score, symbols } = answerForm.parse(
        JSON.parse(answer.body.toString()),
      )
      const rules = Object.entries(symbols).map(([name, symbol]) => ({
        name,
        score: symbol.score,
        description: symbol.description ?? null,
      }))
      return { score, threshold: required_score, rules: shownRules(rules) }
    },
  }
}
