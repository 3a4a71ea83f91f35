import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { expect } from '@playwright/test'
import { logIn, register } from '../account.ts'
import { expectAccessible } from '../axe.ts'
import { attached, sampleMail } from '../sample-mail.ts'
import { sendSources } from '../hostile/send-sources.ts'
import { test as base } from '../journey.ts'
import { rows } from '../mail-list.ts'
import { startProduct, type Product } from '../product.ts'
import { startPathProxy } from './path-proxy.ts'

type Neighbour = Product & { httpPort: number }
type Neighbours = { origin: string; kept: Neighbour; stripped: Neighbour }

/** Two servers of one host: a proxy keeps the path of the one, and takes away that of the other, which is open. */
const test = base.extend<{ neighbours: Neighbours }>({
  // oxlint-disable-next-line no-empty-pattern
  async neighbours({}, use) {
    const proxy = await startPathProxy()
    const start = async (path: string, strips: boolean, options: string[]) => {
      const port = await freePort()
      proxy.add(path, { port, strips })
      const url = `${proxy.origin}${path}/`
      const product = await startProduct({ HTTP_PORT: String(port), PUBLIC_URL: url }, options)
      return { ...product, httpPort: port }
    }
    const [kept, stripped] = await Promise.all([
      start('/mail', false, []),
      start('/caught', true, ['--open']),
    ])
    await use({ origin: proxy.origin, kept, stripped })
    await Promise.all([kept.dispose(), stripped.dispose()])
    proxy.stop()
  },
  baseURL: async ({ neighbours }, use) => use(neighbours.origin),
})

const anyLogin = { server: 'localhost', username: 'app', password: 'x' }

test('two servers below paths of one host keep apart, with their mail, pages, links and sessions', async ({
  page,
  context,
  neighbours: { kept, stripped },
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText())
  const failed: string[] = []
  context.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (response.status() >= 400 || !/^\/(mail|caught)(\/|$)/.test(pathname)) {
      failed.push(`${response.status()} ${pathname}`)
    }
  })

  await page.goto('/caught')
  await expect(page).toHaveURL('/caught/inbox')
  await expect(page.getByText('No mail yet')).toBeVisible()
  await sendSources({ ...anyLogin, port: stripped.smtpPort }, [sampleMail('Price list')])
  await rows(page).first().click()
  await expect(page).toHaveURL(/\/caught\/inbox\/\d+$/)
  const address = page.url()
  const frame = page.frameLocator('iframe[title="Mail content"]')
  await expect(frame.getByRole('heading', { name: 'HTML of Price list' })).toBeVisible()
  await expectAccessible(page, 'an inbox below a path')
  await page.getByRole('button', { name: new RegExp(attached.filename) }).click()
  await expect(page.getByRole('dialog').getByRole('cell', { name: 'cake' })).toBeVisible()
  await page.keyboard.press('Escape')
  const tab = context.waitForEvent('page')
  await page.keyboard.press('v')
  await expect((await tab).locator('body')).toContainText('boundary="outer"')
  await (await tab).close()
  await page.keyboard.press('c')
  await expect.poll(clipboard).toMatch(`${address}?team=`)
  await page.getByRole('combobox', { name: 'Search mail' }).fill('subject:price')
  await expect(page).toHaveURL(/\/caught\/inbox\/\d+\?q=/)
  await expect(rows(page)).toHaveCount(1)
  await page.reload()
  await expect(frame.getByRole('heading', { name: 'HTML of Price list' })).toBeVisible()
  const isDark = page.locator('html.dark')
  await expect(isDark).toHaveCount(0)
  await page.evaluate(() => localStorage.setItem('appearance~caught', 'dark'))
  await page.reload()
  await expect(isDark).toHaveCount(1)
  expect(failed.splice(0)).toEqual([])

  // Nobody is signed in at the other one, and what stands in the browser for this one is not read there.
  await page.goto('/mail')
  await expect(page.getByRole('link', { name: 'Log in' }).first()).toBeVisible()
  await expect(isDark).toHaveCount(0)
  const account = await register(page, undefined, '/mail')
  await logIn(page, account)
  await expect(page).toHaveURL('/mail/verify-email')
  await page.goto(await kept.verificationLink(account.email))
  await expect(page).toHaveURL('/mail/inbox')
  await page.goto(address)
  await expect(frame.getByRole('heading', { name: 'HTML of Price list' })).toBeVisible()
  await page.goto('/mail/settings/profile')
  await page.getByRole('button', { name: `Account menu of ${account.name}` }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await expect(page).toHaveURL('/mail/login')
  const names = (await context.cookies()).map(({ name, path }) => `${path} ${name}`)
  expect(names.filter((name) => !/^(\/mail|\/caught) .*~(mail|caught)$/.test(name))).toEqual([])
  expect(failed.splice(0).filter((line) => !/^(401|403) \/mail\//.test(line))).toEqual([])

  // Without its proxy, the server leads to its path.
  await page.goto(`http://localhost:${kept.httpPort}/login`)
  await expect(page).toHaveURL(/^[^/]+\/\/[^/]+\/mail\/login$/)
  await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible()
})

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  return port
}
