import { limits } from '@mailstop/contract'
import { expect, type Page } from '@playwright/test'
import { copyCredentials } from '../account.ts'
import { expectAccessible } from '../axe.ts'
import { test } from '../journey.ts'
import { sampleMail } from '../sample-mail.ts'
import { mailClients } from '../mail-clients.ts'

test('rotating takes the old credentials away at once, and the new ones send', async ({
  inbox: page,
}) => {
  const old = await copyCredentials(page)
  await mailClients.nodemailer(old, sampleMail('Before'))
  await page.getByRole('button', { name: 'Rotate credentials' }).click()
  await expectAccessible(page, 'the question whether to rotate')
  await page.getByRole('dialog').getByRole('button', { name: 'Rotate' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()

  await expect(mailClients.nodemailer(old, sampleMail('Too late'))).rejects.toThrow('535')
  const fresh = await copyCredentials(page)
  expect([fresh.username, fresh.password]).not.toContain(old.password)
  await mailClients.nodemailer(fresh, sampleMail('After'))
  const tooBig = Buffer.concat([sampleMail('Too big'), Buffer.alloc(limits.mailBytes, 'x\r\n')])
  await expect(mailClients.nodemailer(fresh, tooBig)).rejects.toThrow('552')
  await expectRefused(
    page,
    `552 5.3.4 The message is larger than the limit of ${limits.mailBytes} bytes`,
    fresh.password,
  )
  await page.goto('/inbox')
  const list = page.getByRole('list', { name: 'Mail' })
  await expect(list.getByRole('link')).toHaveCount(2)
  await expect(list).not.toContainText('Too late')
})

test('a test mail goes the way of every other, and is opened from the page', async ({
  inbox: page,
}) => {
  await page.goto('/integrations/smtp-credentials')
  await page.getByRole('button', { name: 'Send a test message' }).click()
  await expect(page.getByText('The test message was caught and is in the inbox.')).toBeVisible()
  await expectAccessible(page, 'the credentials after a test mail')
  await page.getByRole('link', { name: 'Open it' }).click()
  await expect(page).toHaveURL(/\/inbox\/\d+$/)
  await expect(page.getByRole('article')).toBeVisible()
})

test('axe finds nothing on the pages about credentials, plans and this server', async ({
  inbox: page,
}) => {
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 844 })
    for (const path of ['/', '/terms', '/privacy', '/billing', '/integrations/smtp-credentials']) {
      await page.goto(path)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await expectAccessible(page, `${path} at ${width}`)
    }
  }
})

test('on a phone the selected example is visible in its row', async ({ inbox: page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/integrations/smtp-credentials')
  await page.getByRole('tab', { name: 'curl' }).click()
  await page.reload()
  await expect(page.getByRole('tab', { name: 'curl' })).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('tab', { name: 'curl' })).toBeInViewport()
})

/** A tab of the credentials page lists the refused mail. Its dialogue opens at the end, with the reply. */
async function expectRefused(page: Page, reply: string, password: string): Promise<void> {
  await page.getByRole('tab', { name: 'Refused' }).click()
  await page
    .getByRole('list', { name: 'Refused mail and logins' })
    .getByRole('button', { name: reply })
    .click()
  const dialogue = page.getByRole('region', { name: 'SMTP session' })
  await expect(dialogue).toContainText('C: AUTH PLAIN ***')
  await expect(dialogue).toContainText(`S: ${reply}`)
  await expect(dialogue).not.toContainText(password)
  const below = await dialogue.evaluate((it) => it.scrollHeight - it.clientHeight - it.scrollTop)
  expect(below).toBeLessThan(2)
  await expectAccessible(page, 'a refused mail that is open')
}
