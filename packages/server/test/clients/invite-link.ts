import { createInvite } from '@mailstop/contract'
import type { ApiClient } from './api-client.ts'
import type { RunningApp } from '../support/harness.ts'

/** Invites somebody and waits for the email; returns the token of its link. */
export async function invite(
  running: RunningApp,
  owner: ApiClient,
  { team, email }: { team: number; email: string },
): Promise<{ id: number; token: string }> {
  const before = running.printed.length
  const params = { team: String(team) }
  const { data } = await owner.must(createInvite, { params, body: { email } })
  return { id: data.id, token: await inviteToken(running, before) }
}

/** The token of the first invitation that was printed after the first `from` lines. */
async function inviteToken({ printed }: RunningApp, from: number): Promise<string> {
  for (let turn = 0; turn < 2_000; turn += 1) {
    for (const line of printed.slice(from)) {
      const token = /\/invite\?token=([\w-]+)/.exec(line)?.[1]
      if (token) return token
    }
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  throw new Error('No invitation was printed')
}
