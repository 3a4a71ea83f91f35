import { expect, type Page } from '@playwright/test'
import { credentialsOf, type Credentials } from '../account.ts'
import { expectAccessible } from '../axe.ts'
import { test } from '../journey.ts'
import { rows, subjectsOf } from '../mail-list.ts'
import { openConnection } from '../one-connection.ts'

async function send(to: Credentials, login: string, subject: string, headers = {}): Promise<void> {
  const connection = openConnection({ ...to, username: login })
  try {
    await connection.sendMail({
      from: 'The Shop <shop@sender.test>',
      to: 'admin@recipient.test',
      subject,
      text: `About ${subject}.`,
      headers,
    })
  } finally {
    connection.close()
  }
}

const tags = (page: Page) => page.getByRole('list', { name: 'Tags' })

test('runs that share an inbox find their own mail by the tag of their login', async ({
  inbox: page,
}) => {
  test.slow()
  const to = await credentialsOf(page)
  await send(to, `${to.username}+run42`, 'Code for run 42', { 'X-Tags': 'sign up, welcome, x, y' })
  await send(to, `${to.username}+run43`, 'Code for run 43')
  await send(to, to.username, 'Code for nobody')
  await page.goto('/inbox')
  await expect(rows(page)).toHaveCount(3)
  await expectAccessible(page, 'rows with tags')

  await page.locator('[data-tag=run42]').click()
  await expect(page.getByRole('combobox', { name: 'Search mail' })).toHaveValue('tag:run42')
  await expect.poll(() => subjectsOf(page)).toEqual(['Code for run 42'])
  await rows(page).first().click()
  await expect(tags(page).getByRole('link')).toHaveText(['run42', 'sign up', 'welcome', 'x', 'y'])
  await expectAccessible(page, 'an open mail with tags')

  await page.getByRole('button', { name: 'Remove tag sign up' }).click()
  await expect(tags(page).getByRole('link')).toHaveText(['run42', 'welcome', 'x', 'y'])
  await page.keyboard.press('t')
  await page.getByRole('combobox', { name: 'Tags' }).fill('Seen by Ada')
  await expectAccessible(page, 'the dialog of tags')
  await page.keyboard.press('Enter')
  await expect(tags(page).getByRole('link', { name: 'Seen by Ada' })).toBeVisible()

  await page.setViewportSize({ width: 390, height: 844 })
  await expectAccessible(page, 'tags on a phone')
  await page.setViewportSize({ width: 1440, height: 900 })

  await page.goto('/inbox')
  await expect(rows(page)).toHaveCount(3)
  await page.keyboard.press('Control+a')
  await page.getByRole('button', { name: 'Tag', exact: true }).click()
  await page.getByRole('combobox', { name: 'Tags' }).fill('all of them')
  await page.keyboard.press('Enter')
  await expect(page.getByText('3 messages changed')).toBeVisible()
  await expect(page.locator('[data-tag="all of them"]')).toHaveCount(3)
})
