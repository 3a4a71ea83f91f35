import { stopMailByLink } from '@mailstop/contract'
import { expect, test } from 'vitest'
import { serveRoutes } from '../../../test/support/http-routes.ts'
import { route } from '../route.ts'

const form = { 'content-type': 'application/x-www-form-urlencoded' }
const parts = { 'content-type': 'multipart/form-data; boundary=b' }
const oneClick = 'List-Unsubscribe=One-Click'
const inParts = (name: string, value: string) =>
  `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n--b--\r\n`

async function serve() {
  const asked: string[] = []
  const stop = route(stopMailByLink, async ({ params }) => {
    asked.push(params.token)
    return { message: 'done' }
  })
  const { browser } = await serveRoutes({ routes: [stop] })
  const post = (body: string, headers: Record<string, string | undefined>) =>
    browser.request('POST', '/forwarding/stop/t0k', {
      body,
      headers: { 'x-xsrf-token': undefined, ...headers },
    })
  return { asked, post }
}

test.each([
  ['a form', oneClick, form],
  ['a form of parts', inParts('List-Unsubscribe', 'One-Click'), parts],
])('a mail program that has only the link is accepted, by %s', async (_, body, headers) => {
  const { asked, post } = await serve()
  const answer = await post(body, headers)
  expect([answer.status, answer.json]).toEqual([200, { message: 'done' }])
  expect([asked, answer.setCookies]).toEqual([['t0k'], []])
})

test.each([
  ['another body', 'a=b', form, 400],
  ['another value', 'List-Unsubscribe=Two-Clicks', form, 400],
  ['another part', inParts('Unsubscribe', 'One-Click'), parts, 400],
  ['no body', '', form, 400],
  ['JSON', '{"List-Unsubscribe":"One-Click"}', { 'content-type': 'application/json' }, 415],
  ['a long body', oneClick + '&x='.padEnd(2_000), form, 413],
  ['a page of another site', oneClick, { ...form, origin: 'https://evil.example' }, 403],
])('a one-click request with %s is refused', async (_, body, headers, status) => {
  const { asked, post } = await serve()
  const answer = await post(body, headers)
  expect([answer.status, asked]).toEqual([status, []])
})
