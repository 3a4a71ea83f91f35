import {
  createClient,
  createToken,
  getMail,
  getMailSource,
  listMails,
  listTeams,
  login,
  register,
  tokenScope,
  verifyEmail,
  type EndpointReply,
  type Mail,
  type MailSummary,
} from '@mailstop/contract'
import { createCookieSession } from '@mailstop/contract/testing'
import { createHash } from 'node:crypto'

const account = { name: 'Ada', email: 'ada@packaged.test', password: 'correct horse battery' }

/** The first team of a product that runs somewhere, over its API. */
export type Inbox = Awaited<ReturnType<typeof openInbox>>

/** Makes the account of these tests. The product then prints a link. */
export async function signUp(origin: string): Promise<void> {
  const { name, email, password } = account
  const { call } = createClient(createCookieSession(origin))
  await call(register, { body: { name, email, password, password_confirmation: password } })
}

/** Verifies that account with the token of the printed link. */
export async function verify(origin: string, token: string): Promise<void> {
  const { email, password } = account
  const { call } = createClient(createCookieSession(origin))
  await call(login, { body: { email, password } })
  await call(verifyEmail, { params: { token } })
}

/** A token of that account's team, with every scope. */
export async function makeToken(origin: string): Promise<string> {
  const { email, password } = account
  const { call } = createClient(createCookieSession(origin))
  await call(login, { body: { email, password } })
  const { data: teams } = await call(listTeams, {})
  const params = { team: String(teams[0]?.id) }
  const body = { name: 'Programs', scopes: [...tokenScope.options] }
  return (await call(createToken, { params, body })).data.token
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

  async function open(mail: number): Promise<Mail> {
    return (await call(getMail, { params: { ...params, mail: String(mail) } })).data
  }

  return {
    team,
    mails,
    sourceOf,
    open,
  }
}

export const digest = (bytes: Uint8Array): string =>
  createHash('sha256').update(bytes).digest('hex').slice(0, 16)
