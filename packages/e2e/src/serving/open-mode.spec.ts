import { execFile } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import { expect } from '@playwright/test'
import { expectAccessible } from '../axe.ts'
import { test } from '../journey.ts'
import { rows } from '../mail-list.ts'
import type { Product } from '../product.ts'

const execute = promisify(execFile)

async function swaks({ smtpPort }: Product, subject: string, login: string[] = []): Promise<void> {
  const where = ['--server', 'localhost', '--port', String(smtpPort)]
  const what = ['--from', 'app@sender.test', '--to', 'you@recipient.test']
  const header = ['--header', `Subject: ${subject}`]
  await execute('swaks', [...where, ...what, ...header, ...login, '--hide-all'])
}

test(
  'the inbox opens at once, and shows live what comes with any login or none',
  { tag: '@everyday' },
  async ({ page, open }) => {
    await page.goto(open.url)
    await expect(page).toHaveURL(/\/inbox$/)
    await expect(page.getByText('No mail yet')).toBeVisible()

    await swaks(open, 'Without a login')
    await expect(rows(page)).toHaveCount(1)
    await expect(rows(page).first()).toContainText('Without a login')
    const plain = ['--auth', 'PLAIN', '--auth-user', 'billing-service', '--auth-password', 'x']
    await swaks(open, 'With a login', plain)
    await expect(rows(page)).toHaveCount(2)
    const another = ['--auth', 'LOGIN', '--auth-user', 'shop', '--auth-password', 'any']
    await swaks(open, 'With another', another)
    await expect(rows(page)).toHaveCount(3)
    await expectAccessible(page, 'the open inbox')

    const search = page.getByRole('combobox', { name: 'Search mail' })
    await search.fill('log')
    await page.getByRole('option', { name: /^login:/ }).click()
    await page.keyboard.type('bill')
    await expect(rows(page)).toHaveCount(1)
    await rows(page).first().click()
    await page.getByRole('tab', { name: 'Raw' }).click()
    await page.getByRole('tab', { name: 'SMTP' }).click()
    await expect(page.getByText('Logged in as billing-service')).toBeVisible()
    await page.keyboard.press('#')
    await expect(rows(page)).toHaveCount(0)
    await search.fill('')
    await expect(rows(page)).toHaveCount(2)
  },
)

test(
  'a page at another port of this machine reads and changes nothing',
  { tag: '@everyday' },
  async ({ page, open }) => {
    await swaks(open, 'The secret')
    await page.goto(open.url)
    await expect(rows(page).first()).toBeVisible()
    const before = await rows(page).count()

    // The same site for SameSite cookies, whose scripts read our token from document.cookie.
    const server = createServer((_, response) => {
      response.setHeader('content-type', 'text/html').end('<h1>A neighbour</h1>')
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    await page.goto(`http://localhost:${port}`)
    const outcome = await page.evaluate(async (url) => {
      const [, token = ''] = /XSRF-TOKEN=([^;]+)/.exec(document.cookie) ?? []
      const tries: Record<string, () => Promise<unknown>> = {
        read: () => fetch(`${url}/api/teams`, { credentials: 'include' }).then((got) => got.text()),
        remove: () =>
          fetch(`${url}/api/teams/1/mails`, {
            method: 'DELETE',
            credentials: 'include',
            headers: { 'content-type': 'application/json', 'x-xsrf-token': token },
            body: '{}',
          }).then((got) => got.status),
        opaque: () =>
          fetch(`${url}/api/teams/1/mails`, {
            method: 'POST',
            mode: 'no-cors',
            credentials: 'include',
            body: '{}',
          }).then((got) => got.type),
        socket: () =>
          new Promise((resolve) => {
            const address = `${url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`
            const socket = new WebSocket(address)
            socket.addEventListener('open', () => resolve('open'))
            socket.addEventListener('error', () => resolve('failed'))
          }),
      }
      const found: Record<string, unknown> = { knowsToken: token !== '' }
      for (const [name, attempt] of Object.entries(tries)) {
        found[name] = await attempt().catch(() => 'failed')
      }
      return found
    }, open.url)
    expect(outcome).toEqual({
      knowsToken: true,
      read: 'failed',
      remove: 'failed',
      // Cross-Origin-Resource-Policy keeps even the bytes away.
      opaque: 'failed',
      socket: 'failed',
    })
    await new Promise((resolve) => server.close(resolve))
    await page.goto(open.url)
    await expect(rows(page)).toHaveCount(before)
  },
)
