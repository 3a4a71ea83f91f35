import { expect } from '@playwright/test'
import { copyCredentials } from '../account.ts'
import { test } from '../journey.ts'
import { attached, sampleMail } from '../sample-mail.ts'
import { mailClients } from '../mail-clients.ts'

for (const [client, send] of Object.entries(mailClients)) {
  const tag = client === 'nodemailer' ? '@everyday' : []
  test(
    `what ${client} sends with the copied credentials is read at once, byte for byte`,
    { tag },
    async ({ page, account, context }) => {
      const credentials = await copyCredentials(page)
      expect(account.password).not.toBe(credentials.password)
      await page
        .getByRole('link', { name: /^Inbox/ })
        .first()
        .click()
      await expect(page.getByText('No mail yet')).toBeVisible()

      const subject = `Sent by ${client.replaceAll('’', '')}`
      const source = sampleMail(subject)
      await send(credentials, source)

      // The row appears without a reload.
      const row = page.getByRole('list', { name: 'Mail' }).getByRole('link')
      await expect(row).toContainText(subject)
      await expect(row).toContainText('Unread')
      await row.click()

      const mail = page.getByRole('article', { name: subject })
      await expect(mail.getByText('shop@sender.test')).toBeVisible()
      const frame = page.frameLocator('iframe[title="Mail content"]')
      await expect(frame.getByRole('heading', { name: `HTML of ${subject}` })).toBeVisible()
      expect(await page.title()).not.toContain('taken over')
      await expect(row).not.toContainText('Unread')

      await mail.getByRole('button', { name: /^\d+ attachments?$/ }).click()
      const fileTab = context.waitForEvent('page')
      await page.getByRole('menuitem', { name: attached.filename }).click()
      const file = await fileTab
      await file.waitForURL(/\/files\//)
      expect(await (await page.request.get(file.url())).text()).toBe(attached.text)

      await mail.getByRole('button', { name: 'More actions' }).click()
      const rawTab = context.waitForEvent('page')
      await page.getByRole('menuitem', { name: 'View raw' }).click()
      const raw = await rawTab
      await raw.waitForURL(/\/files\//)
      const bytes = await (await page.request.get(raw.url())).body()
      expect(bytes.equals(source)).toBe(true)
    },
  )
}
