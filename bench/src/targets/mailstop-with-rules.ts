import { createRule } from '@mailstop/contract'
import { temporaryFolder } from '../processes.ts'
import { createMailstopApi, logIn, signUp } from './mailstop-api.ts'
import { catching, mailstop, startMailstop } from './mailstop.ts'
import type { Target } from './target.ts'

/** Nothing listens there. */
const relay = 'smtp://127.0.0.1:1'
const email = 'bench@bench.example'

/** Mailstop with forwarding rules whose relay is down. `patterns` has the patterns of one rule each. */
export function mailstopWithRules(
  name: string,
  patterns: { from?: string; subject?: string }[],
): Target {
  return {
    name,
    keeps: mailstop.keeps,

    async start() {
      const dataDir = temporaryFolder()
      const first = await startMailstop(dataDir)
      await signUp(createMailstopApi(first.origin), first.verificationToken)
      await first.process.stop()
      const product = await startMailstop(dataDir, { MAIL_URL: relay })
      const api = createMailstopApi(product.origin)
      const team = await logIn(api)
      for (const rules of patterns) {
        const params = { team: String(team.id) }
        await api.call(createRule, { params, body: { name: 'Bench', email, rules } })
      }
      return catching({ product, api, team, dataDir })
    },
  }
}
