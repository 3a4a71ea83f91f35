import { expect, type Page } from '@playwright/test'
import { expectAccessible } from '../axe.ts'
import { test } from '../journey.ts'

/** From the next reload on the page is one that was loaded before the server had its build. */
async function useOlderPage(page: Page): Promise<void> {
  await page.addInitScript(() => {
    addEventListener('DOMContentLoaded', () => {
      const isOlder = sessionStorage.getItem('older') !== null
      if (isOlder) document.querySelector('meta[name="build"]')?.setAttribute('content', 'older')
    })
  })
  await page.evaluate(() => sessionStorage.setItem('older', 'yes'))
}

test('a page from before an upgrade says so when it connects, and is the new one after a reload', async ({
  inbox: page,
}) => {
  const said = page.getByText('A new version is here.')
  await expect(page.getByText('No mail yet')).toBeVisible()
  await useOlderPage(page)
  await page.reload()
  await expect(said).toBeVisible()
  await expectAccessible(page, 'the offer to reload')

  await page.evaluate(() => sessionStorage.removeItem('older'))
  const connected = page
    .waitForEvent('websocket')
    .then((socket) =>
      socket.waitForEvent('framereceived', (frame) => String(frame.payload).includes('Welcome')),
    )
  await page.getByRole('button', { name: 'Reload the page' }).click()
  await connected
  await page.getByRole('button', { name: /^Account menu of/ }).click()
  await expect(page.getByRole('menu')).toContainText(/Mailstop \d+\.\d+\.\d+/)
  await expect(said).toBeHidden()
})

test('code that an upgrade has removed leads to the offer to reload', async ({ inbox: page }) => {
  await useOlderPage(page)
  // The live connection says nothing here.
  await page.routeWebSocket(/socket\.io/, () => undefined)
  await page.route('**/build/assets/virtual_later*', (route) => route.fulfill({ status: 404 }))
  await page.reload()
  await expect(page.getByText('No mail yet')).toBeVisible()
  await page.keyboard.press('?')
  await expect(page.getByText('A new version is here.')).toBeVisible()
})
