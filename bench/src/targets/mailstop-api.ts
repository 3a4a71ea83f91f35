import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { text as readText } from 'node:stream/consumers'
import {
  listMails,
  listTeams,
  login,
  register,
  verifyEmail,
  type Endpoint,
  type EndpointReply,
  type EndpointRequest,
  type Team,
} from '@mailstop/contract'

/** The product's API over real HTTP, with the cookies and the CSRF token that a browser keeps. */
export type MailstopApi = ReturnType<typeof createMailstopApi>

type AnyRequest = {
  params?: Record<string, string>
  query?: Record<string, string>
  body?: unknown
}

export function createMailstopApi(origin: string) {
  const cookies = new Map<string, string>()

  async function send(method: string, path: string, body?: unknown): Promise<Response> {
    const response = await exchange(new URL(path, origin), {
      method,
      headers: {
        origin,
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        'x-xsrf-token': decodeURIComponent(cookies.get('XSRF-TOKEN') ?? ''),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      body: body === undefined ? '' : JSON.stringify(body),
    })
    for (const cookie of response.headers.getSetCookie()) {
      const [name = '', value = ''] = cookie.split(/[=;]/)
      cookies.set(name, value)
    }
    return response
  }

  async function call<E extends Endpoint>(
    endpoint: E,
    request: EndpointRequest<E>,
  ): Promise<EndpointReply<E>> {
    const { params = {}, query = {}, body } = request as AnyRequest
    if (cookies.size === 0) await (await send('GET', '/sanctum/csrf-cookie')).arrayBuffer()
    const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '')
    const response = await send(
      endpoint.method,
      `${path}?${new URLSearchParams(query).toString()}`,
      body,
    )
    const answer: unknown = await response.json()
    if (response.ok) return answer as EndpointReply<E>
    throw new Error(`${endpoint.method} ${path}: ${JSON.stringify(answer)}`)
  }

  return { send, call }
}

/** Unlike `fetch` it waits for as long as an answer takes: a change of a million mails takes a while. */
async function exchange(
  url: URL,
  { body, ...options }: { method: string; headers: Record<string, string>; body: string },
): Promise<Response> {
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
