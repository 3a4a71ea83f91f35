import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { text as readText } from 'node:stream/consumers'
import {
  createClient,
  listMails,
  listTeams,
  login,
  register,
  verifyEmail,
  type EndpointReply,
  type Team,
} from '@mailstop/contract'
import { createCookieSession, type SentInit } from '@mailstop/contract/testing'

/** The product's API over real HTTP, with the cookies and the CSRF token that a browser keeps. */
export type MailstopApi = ReturnType<typeof createMailstopApi>

export function createMailstopApi(origin: string) {
  const session = createCookieSession(origin, { fetch: exchange })
  return {
    ...createClient(session),
    send: (method: string, path: string) => session.fetch(path, { method, headers: {} }),
  }
}

/** Unlike `fetch` it waits for as long as an answer takes: a change of a million mails takes a while. */
async function exchange(url: URL, { body = '', ...options }: SentInit): Promise<Response> {
  const sent = request(url, options)
  // Left to itself Node would send the body of a DELETE without saying how long it is.
  sent.setHeader('content-length', Buffer.byteLength(body))
  sent.end(body)
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  const headers = new Headers()
  for (const [name, values] of Object.entries(answer.headersDistinct)) {
    for (const value of values ?? []) headers.append(name, value)
  }
  const text = await readText(answer)
  return new Response(text === '' ? null : text, { status: answer.statusCode ?? 0, headers })
}

const account = { name: 'Bench', email: 'bench@bench.example', password: 'bench bench bench' }

/** Creates the account, verifies it with the token of the printed link and logs in. */
export async function signUp(api: MailstopApi, printedToken: () => Promise<string>): Promise<Team> {
  await api.call(register, { body: { ...account, password_confirmation: account.password } })
  await api.call(login, { body: { email: account.email, password: account.password } })
  await api.call(verifyEmail, { params: { token: await printedToken() } })
  return logIn(api)
}

export async function logIn(api: MailstopApi): Promise<Team> {
  const { email, password } = account
  await api.call(login, { body: { email, password } })
  const { data: teams } = await api.call(listTeams, {})
  if (!teams[0]) throw new Error('The new account has no team')
  return teams[0]
}

/** Counts by listing, page after page: what is counted can be seen. */
export async function countListedMails(api: MailstopApi, team: Team): Promise<number> {
  const ids = new Set<number>()
  let cursor: string | null = null
  do {
    const page: EndpointReply<typeof listMails> = await api.call(listMails, {
      params: { team: String(team.id) },
      query: { per_page: '100', ...(cursor !== null && { cursor }) },
    })
    for (const mail of page.data) ids.add(mail.id)
    cursor = page.meta.next_cursor
  } while (cursor !== null)
  return ids.size
}
