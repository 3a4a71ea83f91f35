import { expect } from '@playwright/test'
import { credentialsOf } from '../account.ts'
import { expectAccessible } from '../axe.ts'
import { test } from '../journey.ts'
import { newPerson } from '../people.ts'
import { startProduct } from '../product.ts'
import { sendMails } from '../send-mails.ts'

test('an inbox that is full says so without a reload, and takes mail again once it is emptied', async ({
  browser,
}) => {
  const product = await startProduct({ TEAM_MAX_MAILS: '3' })
  const { page } = await newPerson(browser, product)
  const to = await credentialsOf(page)
  await sendMails(to, ['One', 'Two', 'Three'])
  const full = page.getByText('This team’s inbox is full (3 of 3 messages).')
  await expect(full).toBeVisible()
  await expectAccessible(page, 'a full inbox')
  await expect(sendMails(to, ['Four'])).rejects.toThrow('452 4.2.2')

  await page.getByRole('button', { name: 'Delete all' }).click()
  await expect(page.getByText('This deletes 3 messages')).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete all' }).click()
  await expect(full).toBeHidden()
  await sendMails(to, ['Five'])
  await expect(page.getByText('Five', { exact: true })).toBeVisible()

  await page.goto('/integrations/smtp-credentials#refused')
  await expect(page.getByText('452 4.2.2 The inbox of this team is full')).toBeVisible()
  await product.dispose()
})
