import { expect } from '@playwright/test'
import { credentialsOf } from '../account.ts'
import { expectAccessible } from '../axe.ts'
import { test } from '../journey.ts'
import { rows } from '../mail-list.ts'
import { sendMails } from '../send-mails.ts'

test('mail is found while the search is typed, with suggested senders', async ({ inbox: page }) => {
  await sendMails(await credentialsOf(page), ['Red order', 'Blue order', 'Invoice'])
  await page.goto('/inbox')
  await expect(rows(page)).toHaveCount(3)
  const search = page.getByRole('combobox', { name: 'Search mail' })
  await search.click()
  await page.keyboard.type('order')
  await expect(rows(page)).toHaveCount(2)
  await page.keyboard.type(' red')
  await expect(rows(page)).toHaveCount(1)
  await page.keyboard.type(' (')
  await expect(page.getByText('A search term is missing')).toBeVisible()
  await expect(rows(page)).toHaveCount(1)
  await expectAccessible(page, 'a search that is typed')

  await page.goBack()
  await expect(rows(page)).toHaveCount(3)
  await expect(page).toHaveURL(/inbox$/)
  await search.fill('from:sho')
  await page.getByRole('option', { name: /from:shop@sender\.test/ }).click()
  await expect(rows(page)).toHaveCount(3)
  await page.keyboard.press('F1')
  await expect(page.getByRole('option', { name: /older_than:/ })).toBeVisible()
  await expectAccessible(page, 'the help of the search')
})
