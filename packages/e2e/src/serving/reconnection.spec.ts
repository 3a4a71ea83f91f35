import { expect } from '@playwright/test'
import { credentialsOf, openAccount } from '../account.ts'
import { test } from '../journey.ts'
import { sampleMail } from '../sample-mail.ts'
import { mailClients } from '../mail-clients.ts'
import { startProduct } from '../product.ts'

test('a restart of the server is shown while it lasts, and nothing of it is missed after', async ({
  browser,
}) => {
  const product = await startProduct()
  const context = await browser.newContext({ baseURL: product.url })
  const page = await context.newPage()
  await openAccount(page, product)
  const credentials = await credentialsOf(page)
  await page.goto('/inbox')
  await mailClients.nodemailer(credentials, sampleMail('Before'))
  const rows = page.getByRole('list', { name: 'Mail' }).getByRole('link')
  await expect(rows).toHaveCount(1)

  await product.halt()
  await expect(page.getByText(/^Offline/)).toBeVisible()
  await expect(rows).toHaveCount(1)

  await product.resume()
  // Sent before the page has reconnected, so that it gets no live event.
  await mailClients.nodemailer(credentials, sampleMail('Meanwhile'))
  await expect(rows).toHaveCount(2)
  await expect(rows.first()).toContainText('Meanwhile')
  await expect(page.getByText(/^Offline/)).toBeHidden()

  await mailClients.nodemailer(credentials, sampleMail('After'))
  await expect(rows.first()).toContainText('After')
  await context.close()
  await product.dispose()
})
