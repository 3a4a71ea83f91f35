import { expect, type Page } from '@playwright/test'
import { credentialsOf } from '../account.ts'
import { expectAccessible } from '../axe.ts'
import { test } from '../journey.ts'
import { mailClients } from '../mail-clients.ts'
import { rows } from '../mail-list.ts'
import { sampleMail } from '../sample-mail.ts'

// What a zoom of 200 % makes of a window of 1440 by 900.
test.use({ viewport: { width: 720, height: 450 }, deviceScaleFactor: 2 })
test.describe.configure({ timeout: 300_000 })

const screens = [
  '/inbox',
  '/settings/profile',
  '/settings/password',
  '/settings/appearance',
  '/integrations/smtp-credentials',
  '/integrations/api-tokens',
  '/integrations/forwarding',
  '/team/info',
  '/team/tags',
  '/team/users',
]

test('at a zoom of 200 percent no screen is cut off at its side, and axe finds nothing', async ({
  inbox: page,
}) => {
  await mailClients.nodemailer(await credentialsOf(page), sampleMail('For every eye'))
  await expect(rows(page)).toHaveCount(1)
  for (const path of screens) {
    await page.goto(path)
    await page.locator('main').getByRole('heading').first().waitFor({ state: 'attached' })
    await page.waitForLoadState('networkidle')
    await expectWhole(page, path)
  }
  await page.goto('/inbox')
  await rows(page).first().click()
  await expect(page.getByRole('article')).toBeVisible()
  await expectWhole(page, 'an open mail')
  await page.getByRole('button', { name: 'More actions' }).click()
  await expect(page.getByRole('menu')).toBeVisible()
  await expectWhole(page, 'the menu of a mail')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menu')).toBeHidden()
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  await expectWhole(page, 'a dialog')
})

/** Expects that all of a screen is within its width. Rows of tabs scroll by themselves. */
async function expectWhole(page: Page, screen: string): Promise<void> {
  const cut = await page.evaluate(() => {
    const controls = [...document.querySelectorAll('button:not([role=tab]), a, input, h1, h2')]
    const beyond = controls.filter((one) => one.getBoundingClientRect().right > innerWidth)
    const width = document.documentElement.scrollWidth
    return [...beyond.map(({ outerHTML }) => outerHTML), ...(width > innerWidth ? [width] : [])]
  })
  expect.soft(cut, screen).toEqual([])
  await expectAccessible(page, `${screen} at 200 %`)
}
