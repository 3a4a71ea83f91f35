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

  const pages: Record<string, (fields: URLSearchParams) => Promise<string> | string> = {
    '/': () => `${form('sign-up', 'email', 'Sign up')}${form('reset', 'email', 'Reset password')}`,
    async '/sign-up'(fields) {
      const email = fields.get('email') ?? ''
      const code = String(randomInt(100_000, 1_000_000))
      codes.set(email, code)
      await send({ to: email, subject: 'Welcome to Toy', text: 'Good that you are here.' })
      await send({ to: email, subject: 'Confirm your address', text: `Your code is ${code}.` })
      return form(
        'confirm',
        'code',
        'Confirm',
        `<input type="hidden" name="email" value="${email}">`,
      )
    },
    '/confirm'(fields) {
      const isRight = codes.get(fields.get('email') ?? '') === fields.get('code')
      return isRight ? '<h1>Signed up</h1>' : '<h1>Wrong code</h1>'
    },
    async '/reset'(fields) {
      const email = fields.get('email') ?? ''
      const token = randomUUID()
      resets.set(token, email)
      const html = `<p><a href="${url}/help">Help</a></p><p><a href="${url}/new-password?token=${token}">Choose a new password</a></p>`
      await send({ to: email, subject: 'Your password', html })
      return '<h1>We sent you a link</h1>'
    },
    '/new-password': (fields) =>
      `<h1>New password for ${resets.get(fields.get('token') ?? '') ?? 'nobody'}</h1>`,
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

const form = (path: string, field: string, button: string, more = '') =>
  `<form method="post" action="/${path}"><label>${button}: ${field} <input name="${field}"></label>${more}<button>${button}</button></form>`
