import { createToken, type TokenScope } from '@mailstop/contract'
import { startApp, type RunningApp } from '../../server/test/support/harness.ts'
import { sendMail } from '../../server/test/clients/send-mail.ts'
import { createMailstop } from '../src/index.ts'

/** A team on a running server, with a client for it and an app that sends to it. */
export async function startTeam(
  env: Record<string, string> = {},
  scopes: TokenScope[] = ['mail:read', 'mail:delete'],
) {
  const running = await startApp(env)
  const { team, api } = await running.signIn('ann')
  const params = { team: String(team.id) }
  const { data } = await api.must(createToken, { params, body: { name: 'CI', scopes } })
  return {
    running,
    api,
    team,
    url: running.origin,
    token: data.token,
    mailstop: createMailstop({ url: running.origin, token: data.token }),
    send: (mail: Parameters<typeof sendMail>[2]) => sendMail(running.smtpPort, team, mail),
    untilWaiting: () => untilWaiting(running),
  }
}

export const metricsToken = 'only-this-test-knows-it'

/** Resolves when a wait is open at the server, which was started with `METRICS_TOKEN`. */
export async function untilWaiting({ origin }: Pick<RunningApp, 'origin'>): Promise<void> {
  const headers = { authorization: `Bearer ${metricsToken}` }
  for (;;) {
    const answer = await fetch(new URL('/metrics', origin), { headers })
    if (/^mailstop_waits_open [1-9]/m.test(await answer.text())) return
  }
}
