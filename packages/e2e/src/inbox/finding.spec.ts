import { expect } from '@playwright/test'
import { credentialsOf } from '../account.ts'
import { expectAccessible } from '../axe.ts'
import { test } from '../journey.ts'
import { position, rows } from '../mail-list.ts'
import { sendMails } from '../send-mails.ts'

const subjects = Array.from({ length: 130 }, (_, index) => `Order ${index + 1}`)

test(
  'mail is found while the search is typed, with suggested senders',
  { tag: '@everyday' },
  async ({ inbox: page }) => {
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
  },
)

test('a link to a mail far down opens the list around it', async ({ inbox: page }) => {
  await sendMails(await credentialsOf(page), subjects)
  await page.goto('/inbox')
  await expect(rows(page).first()).toContainText('Order 130')
  await page.keyboard.press('g')
  await page.keyboard.press('e')
  await position(page, '130 of 130')
  await expect(page.locator('[aria-current=true]')).toContainText('Order 1')
  await page.goto(page.url())
  await position(page, '130 of 130')
  await expect(page.locator('[aria-current=true]')).toBeInViewport()
  await page.getByRole('button', { name: 'Back to the newest' }).click()
  await expect(rows(page).first()).toContainText('Order 130')
  // What is typed before the palette is loaded is its text.
  await page.goto(page.url())
  await expect(page.getByRole('article')).toBeVisible()
  await page.keyboard.press('ControlOrMeta+k')
  await page.keyboard.type('jump')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').getByLabel('Day').fill('2099-01-01')
  await expectAccessible(page, 'the dialog that jumps to a date')
  await page.getByRole('button', { name: 'Jump', exact: true }).click()
  await position(page, '1 of 130')
})
