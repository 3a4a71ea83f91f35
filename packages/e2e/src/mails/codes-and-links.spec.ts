import { expect, type Page } from '@playwright/test'
import { credentialsOf } from '../account.ts'
import { expectAccessible } from '../axe.ts'
import { test } from '../journey.ts'
import { rows } from '../mail-list.ts'
import { openConnection } from '../one-connection.ts'

/** Catches a mail with a code and links, and opens it. */
async function openMail(page: Page): Promise<void> {
  const connection = openConnection(await credentialsOf(page))
  await connection.sendMail({
    from: 'Harbour <help@harbour.test>',
    to: 'ada@customer.test',
    subject: 'Sign in to Harbour',
    text: 'Your sign-in code is 730 418. Or open https://harbour.test/login?t=1.',
    html: `<p>Your sign-in code is</p><h1>730 418</h1>
      <p><a href="https://harbour.test/login?t=1">Log in</a></p>
      <p><a href="https://click.evil.test/${'x'.repeat(300)}">harbour.test</a></p>
      <p><a href="https://harbour.test/"><img src="https://harbour.test/logo.png" alt="Harbour"></a></p>`,
    list: { unsubscribe: 'https://harbour.test/off' },
  })
  connection.close()
  await page.goto('/inbox')
  await rows(page).first().click()
  await expect(page.getByRole('tab', { name: 'Links' })).toBeVisible()
}

test('a code is copied with a click and with a key', async ({ inbox: page }) => {
  await openMail(page)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText())
  const found = page.getByRole('group', { name: 'Found in this message' })
  await found.getByRole('button', { name: 'Copy code 730 418' }).click()
  await expect.poll(clipboard).toBe('730418')
  await page.evaluate(() => navigator.clipboard.writeText(''))
  await page.keyboard.press('y')
  await expect.poll(clipboard).toBe('730418')
  await expectAccessible(page, 'a mail with a code')
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(found.getByRole('button', { name: 'Copy link Log in' })).toBeInViewport({ ratio: 1 })
  await expectAccessible(page, 'a mail with a code on a phone')
})

test('the links of a mail are shown by a key, with a mark where the text names another host', async ({
  inbox: page,
}) => {
  await openMail(page)
  await page.keyboard.press('3')
  await expect(page.getByRole('tab', { name: 'Links' })).toHaveAttribute('aria-selected', 'true')
  const html = page.getByRole('region', { name: 'In the HTML' })
  await expect(html.getByRole('listitem')).toHaveCount(3)
  await expect(html.getByRole('listitem').nth(1)).toContainText(
    'The text names harbour.test, and the link goes to click.evil.test.',
  )
  await expect(page.getByRole('region', { name: 'In the text' }).getByRole('link')).toHaveText(
    'https://harbour.test/login?t=1',
  )
  await expect(page.getByRole('region', { name: 'Unsubscribe headers' })).toContainText(
    'https://harbour.test/off',
  )
  await expectAccessible(page, 'the links of a mail')
  // A window of another width opens the mail again, with its first tab.
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('tab', { name: 'Links' }).click()
  const contents = page.getByRole('region', { name: 'Mail contents' })
  const overflow = await contents.evaluate((element) => element.scrollWidth - element.clientWidth)
  expect(overflow).toBe(0)
  await expectAccessible(page, 'the links of a mail on a phone')
})
