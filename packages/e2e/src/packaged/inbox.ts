import {
  createClient,
  getMailSource,
  listMails,
  listTeams,
  login,
  register,
  verifyEmail,
  type EndpointReply,
  type MailSummary,
} from '@mailstop/contract'
import { createCookieSession } from '@mailstop/contract/testing'
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'

const account = { name: 'Ada', email: 'ada@packaged.test', password: 'correct horse battery' }

/** The first team of a product that runs somewhere, over its API. */
export type Inbox = Awaited<ReturnType<typeof openInbox>>

/** Makes the account of these tests. The product writes its output, and so the link, to the file `log`. */
export async function signUp(origin: string, log: string): Promise<void> {
  const { call } = createClient(createCookieSession(origin))
  const { name, email, password } = account
  await call(register, { body: { name, email, password, password_confirmation: password } })
  await call(login, { body: { email, password } })
  await call(verifyEmail, { params: { token: await printedToken(log) } })
}

async function printedToken(log: string): Promise<string> {
  for (let tries = 0; tries < 100; tries += 1) {
    const [, token] = /\/verify-email\/([\w-]+)/.exec(await readFile(log, 'utf8')) ?? []
    if (token) return token
    await wait(100)
  }
  throw new Error('No link for the verification was printed')
}

/** In open mode nobody signs in. */
export async function openInbox(origin: string, mode: 'account' | 'open') {
  const session = createCookieSession(origin)
  const { call } = createClient(session)
  const { email, password } = account
  if (mode === 'account') await call(login, { body: { email, password } })
  const { data: teams } = await call(listTeams, {})
  const team = teams[0]
  if (!team) throw new Error('There is no team')
  const params = { team: String(team.id) }

  async function mails(): Promise<MailSummary[]> {
    const found: MailSummary[] = []
    let cursor: string | null = null
    do {
      const query = { per_page: '100', ...(cursor !== null && { cursor }) }
      const page: EndpointReply<typeof listMails> = await call(listMails, { params, query })
      found.push(...page.data)
      cursor = page.meta.next_cursor
    } while (cursor !== null)
    return found
  }

  async function sourceOf(mail: number): Promise<Buffer> {
    const found = await call(getMailSource, { params: { ...params, mail: String(mail) } })
    const answer = await session.fetch(found.url, { method: 'GET', headers: {} })
    return Buffer.from(await answer.arrayBuffer())
  }

  return {
    team,
    mails,
    sourceOf,
  }
}

export const digest = (bytes: Uint8Array): string =>
  createHash('sha256').update(bytes).digest('hex').slice(0, 16)
