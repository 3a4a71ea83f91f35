import { createToken, listTeams, tokenScope, type Team, type TokenScope } from '@mailstop/contract'
import type { ApiClient } from '../clients/api-client.ts'
import { createBrowser, type Answer } from '../clients/browser.ts'
import { startApp, type RunningApp } from '../support/harness.ts'

/** The product as a client of Mailpit's API sees it. */
export type MailpitServer = RunningApp & {
  api: ApiClient
  team: Team
  token: string
  call: Call
  /** The same for another team. */
  stranger: () => Promise<Call>
}

export type Call = (
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string | undefined>,
) => Promise<Answer>

export const basic = (name: string, password: string) =>
  `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`

export async function startMailpit(
  env: Record<string, string> = {},
  scopes: readonly TokenScope[] = tokenScope.options,
): Promise<MailpitServer> {
  const running = await startApp(env)
  const { api, team } = await running.signIn('ada')
  const token = await newToken(api, team, scopes)
  const asked = (secret: string) => calls(running, { authorization: basic('suite', secret) })
  return {
    ...running,
    api,
    team,
    token,
    call: asked(token),
    async stranger() {
      const other = await running.signIn('bob')
      return asked(await newToken(other.api, other.team, tokenScope.options))
    },
  }
}

/** Starts it in open mode, where no token is needed. */
export async function startOpenMailpit(env: Record<string, string> = {}) {
  const running = await startApp(env, { mode: 'open' })
  const api = running.client()
  const { data: teams } = await api.must(listTeams, {})
  return { ...running, api, team: teams[0] as Team, call: calls(running, {}) }
}

export async function newToken(
  api: ApiClient,
  team: Pick<Team, 'id'>,
  scopes: readonly TokenScope[],
): Promise<string> {
  const body = { name: 'CI', scopes: [...scopes] }
  const { data } = await api.must(createToken, { params: { team: String(team.id) }, body })
  return data.token
}

export function calls({ origin }: { origin: string }, always: Record<string, string>): Call {
  const browser = createBrowser(Number(new URL(origin).port))
  return (method, path, body, headers = {}) =>
    browser.request(method, path, { body, headers: { ...always, ...headers } })
}

/** The keys of a value and of all that is in it; of lists, those of the first item. */
export function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.length === 0 ? [] : [shapeOf(value[0])]
  if (typeof value !== 'object' || value === null) return value === null ? null : typeof value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, shapeOf(each)]))
}

const png =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/** A mail of everything that the API describes. */
export const fullMail = {
  From: { Email: 'sender@rocket.test', Name: 'Sender' },
  To: [{ Email: 'ada@customer.test', Name: 'Ada' }],
  Cc: [{ Email: 'copy@customer.test', Name: 'Copy' }],
  Bcc: ['blind@customer.test'],
  ReplyTo: [{ Email: 'help@rocket.test', Name: 'Help' }],
  Subject: 'Everything at once',
  Text: 'The text,\nof two lines',
  HTML: '<p>The <b>html</b></p>\n<p><a href="https://rocket.test/a?b=1&amp;c=2">A link</a><img src="cid:logo"></p>',
  Headers: {
    'List-Unsubscribe': '<mailto:stop@rocket.test>, <https://rocket.test/stop>',
    'X-Run': '42',
  },
  Tags: ['Run 42', 'ci'],
  Attachments: [
    { Content: png, Filename: 'photo.png' },
    {
      Content: `data:image/png;base64,${png}`,
      Filename: 'logo.png',
      ContentType: 'image/png',
      ContentID: 'logo',
    },
  ],
}

export const pngBytes = Buffer.from(png, 'base64')

export async function send(call: Call, mail: object = fullMail): Promise<string> {
  const answer = await call('POST', '/api/v1/send', mail)
  if (answer.status !== 200) throw new Error(answer.text)
  return (answer.json as { ID: string }).ID
}
