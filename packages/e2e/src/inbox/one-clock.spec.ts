import { expect, type Page } from '@playwright/test'
import { credentialsOf } from '../account.ts'
import { expectAccessible } from '../axe.ts'
import { test } from '../journey.ts'
import { rows } from '../mail-list.ts'
import { openConnection } from '../one-connection.ts'

/** Fourteen hours ahead of UTC, so that its days differ from the server's. */
const timezoneId = 'Pacific/Kiritimati'
const hoursAhead = 14
test.use({ timezoneId })

const hour = 3_600_000
const startOfDay = () => {
  const local = Date.now() + hoursAhead * hour
  return local - (local % (24 * hour)) - hoursAhead * hour
}

const mailOf = (subject: string, date: number) =>
  `From MAILER Thu Jan  1 00:00:00 2026\nFrom: shop@sender.test\nSubject: ${subject}\nDate: ${new Date(date).toUTCString()}\n\nA text.\n\n`

async function search(page: Page, query: string): Promise<void> {
  const field = page.getByRole('combobox', { name: 'Search mail' })
  await page.getByLabel('Search mail').click()
  await field.fill(query)
  await field.press('Enter')
}

test('mail is dated by its arrival, searched by the days of the user, and names another Date header', async ({
  inbox: page,
}) => {
  const day = startOfDay()
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Import…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import mail' })
  const mbox = mailOf('The end of yesterday', day - 1_000) + mailOf('The start of today', day)
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'two.mbox', mimeType: 'application/mbox', buffer: Buffer.from(mbox) })
  await dialog.getByRole('button', { name: 'Import' }).click()
  await expect(dialog.getByText('2 messages imported.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await expect(rows(page)).toHaveCount(2)

  const connection = openConnection(await credentialsOf(page))
  await connection.sendMail({
    from: 'shop@sender.test',
    to: 'someone@recipient.test',
    subject: 'Written long ago',
    date: new Date('2024-05-03T09:41:00Z'),
    text: 'A text.',
  })
  connection.close()
  await expect(rows(page)).toHaveCount(3)
  const newest = rows(page).first()
  await expect(newest).toContainText('Written long ago')
  await expect(newest.locator('time')).toHaveText(/just now|minute/)
  const dateHeader = 'Date header: May 3, 2024 at 11:41 PM'
  await expect(newest.locator('time')).toHaveAttribute('title', new RegExp(`\\n${dateHeader}$`))
  await newest.click()
  const mail = page.getByRole('article', { name: 'Written long ago' })
  await expect(mail.getByText(dateHeader)).toBeVisible()
  await expectAccessible(page, 'a mail with another Date header')

  await page.keyboard.press('/')
  await page.keyboard.type('on:t')
  await expect(page.getByRole('option', { name: /^on:today/ })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/q=on%3Atoday/)
  await expect(rows(page)).toContainText(['Written long ago', 'The start of today'])

  await search(page, 'on:yesterday')
  await expect(rows(page)).toContainText(['The end of yesterday'])
  await search(page, 'before:today')
  await expect(rows(page)).toContainText(['The end of yesterday'])
  await search(page, 'dated:2024-05-03')
  await expect(rows(page)).toContainText(['Written long ago'])
  await search(page, '-dated:2024-05-03 after:yesterday')
  await expect(rows(page)).toHaveCount(2)
  await search(page, 'on:someday')
  await expect(page.getByText(/on: takes a day such as 2026-11-20 or today/)).toBeVisible()
})
