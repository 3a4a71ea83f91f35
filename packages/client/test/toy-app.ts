import { randomInt, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'
import type { startTeam } from './team-on.ts'

/** An app as teams test it: people sign up with a code, and reset their password with a link. Both come by mail. */
export async function startToyApp({ send }: Pick<Awaited<ReturnType<typeof startTeam>>, 'send'>) {
  const codes = new Map<string, string>()
  const resets = new Map<string, string>()

  async function sendCode(email: string): Promise<string> {
    const code = String(randomInt(100_000, 1_000_000))
    codes.set(email, code)
    const text = `Your code is ${code}. Or open ${url}/confirmed later.`
    await send({ to: email, subject: 'Confirm your address', text })
    const hidden = `<input type="hidden" name="email" value="${email}">`
    const again = `<form method="post" action="/again">${hidden}<button>Send another code</button></form>`
    return `${form('confirm', 'code', 'Code', 'Confirm', hidden)}${again}`
  }

  const pages: Record<string, (fields: URLSearchParams) => Promise<string> | string> = {
    '/': () => form('sign-up', 'email', 'Email', 'Sign up'),
    async '/sign-up'(fields) {
      const email = fields.get('email') ?? ''
      await send({ to: email, subject: 'Welcome to Toy', text: 'Good that you are here.' })
      return sendCode(email)
    },
    '/again': (fields) => sendCode(fields.get('email') ?? ''),
    '/confirm'(fields) {
      const isRight = codes.get(fields.get('email') ?? '') === fields.get('code')
      return isRight ? '<h1>Welcome</h1>' : '<h1>Wrong code</h1>'
    },
    '/forgotten': () => form('reset', 'email', 'Email', 'Send link'),
    async '/reset'(fields) {
      const email = fields.get('email') ?? ''
      const token = randomUUID()
      resets.set(token, email)
      const html = `<p><a href="${url}/help">Help</a></p><p><a href="${url}/reset-password?token=${token}">Choose a new password</a></p>`
      await send({ to: email, subject: 'Your password', html })
      return '<h1>We sent you a link</h1>'
    },
    '/reset-password': (fields) =>
      form(
        'new',
        'password',
        'New password',
        `Set it for ${resets.get(fields.get('token') ?? '')}`,
      ),
  }

  const server = createServer((request, response) => {
    void answer(request).then((body) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end(body),
    )
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return url

  async function answer(request: IncomingMessage): Promise<string> {
    const { pathname, searchParams } = new URL(request.url ?? '/', url)
    const fields =
      request.method === 'POST' ? new URLSearchParams(await text(request)) : searchParams
    return (await pages[pathname]?.(fields)) ?? '<h1>Nothing here</h1>'
  }
}

const form = (path: string, field: string, label: string, button: string, more = '') =>
  `<form method="post" action="/${path}"><label>${label} <input name="${field}"></label>${more}<button>${button}</button></form>`
