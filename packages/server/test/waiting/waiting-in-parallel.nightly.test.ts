import { getMailMarker, waitForMail, type Mail, type Team } from '@mailstop/contract'
import { expect, test } from 'vitest'
import type { ApiClient } from '../clients/api-client.ts'
import { fuzzRuns } from '../support/fuzz-runs.ts'
import { startApp } from '../support/harness.ts'
import { connectSmtp } from '../clients/smtp-client.ts'

/** Many workers with tests of a team at once, in one inbox: each takes a marker, has its app send, and waits for the mail. */
const workers = 25
const testsOfWorker = 10
// FUZZ_RUNS=2000 makes it 20 rounds.
const rounds = Math.max(1, Math.round(fuzzRuns(100) / 100))

type Query = { to: string; subject?: string; tag?: string }

/** Waits for an address of its own, or one that all use, and then a subject or the tag of its worker's login. */
const kinds: ((name: string, worker: string) => Query)[] = [
  (name) => ({ to: `${name}@customer.test` }),
  (name) => ({ to: 'admin@customer.test', subject: `code for ${name}` }),
  (_, tag) => ({ to: 'admin@customer.test', tag }),
]

async function openApp(port: number, { smtp_username, smtp_password }: Team, tag: string) {
  const client = await connectSmtp({ port })
  await client.send('EHLO app.test')
  await client.login(`${smtp_username}+${tag}`, smtp_password)
  return client
}

async function work(worker: string, { api, team, smtpPort }: Setting): Promise<number> {
  const app = await openApp(smtpPort, team, worker)
  const params = { team: String(team.id) }
  for (let index = 0; index < testsOfWorker; index += 1) {
    for (const queryFor of kinds) {
      const name = `${worker}x${index}`
      const query = queryFor(name, worker)
      const { data } = await api.must(getMailMarker, { params })
      const asked = { params, query: { ...query, after: data.marker, timeout: '50000' } }
      // Every second wait begins before the mail is sent, the others after its 250.
      const isEarly = index % 2 === 0
      const early = isEarly ? api.must(waitForMail, asked) : null
      const source = `To: ${query.to}\r\nSubject: Your code for ${name}\r\n\r\n${name}\r\n`
      await app.mail('app@rocket.test', [query.to], source)
      const answer = await (early ?? api.must(waitForMail, asked))
      const mail = answer.data as Mail
      expect(mail).toMatchObject({ subject: `Your code for ${name}`, to: [{ address: query.to }] })
    }
  }
  await app.send('QUIT')
  app.destroy()
  return testsOfWorker
}

type Setting = { api: ApiClient; team: Team; smtpPort: number }

test(
  '250 tests in 25 workers at once get their own mail each, and none misses one',
  { timeout: rounds * 60_000 },
  async () => {
    const { signIn, smtpPort } = await startApp()
    const { api, team } = await signIn('ann')
    for (let round = 0; round < rounds; round += 1) {
      const done = await Promise.all(
        Array.from({ length: workers }, (_, worker) =>
          work(`r${round}w${worker}`, { api, team, smtpPort }),
        ),
      )
      expect(done).toEqual(Array.from({ length: workers }, () => testsOfWorker))
    }
  },
)
