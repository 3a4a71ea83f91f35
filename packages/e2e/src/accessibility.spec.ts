import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import { copyCredentials } from './account.ts'
import { test } from './journey.ts'
import { letter } from './letter.ts'
import { mailClients } from './mail-clients.ts'

const publicScreens = ['/', '/login', '/register', '/verify-email', '/no-such-page']
const themes = ['light', 'dark'] as const

for (const theme of themes) {
  test(`axe finds nothing on the public screens, ${theme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
    for (const path of publicScreens) {
      await page.goto(path)
      await page.getByRole('heading').first().waitFor()
      await expectNoViolations(page, path)
    }
  })

  test(`axe finds nothing on the signed-in screens, ${theme}`, async ({ page, account }) => {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
    expect(account.email).toBeTruthy()
    const credentials = await copyCredentials(page)
    await page.mouse.move(0, 0)
    await expectNoViolations(page, 'credentials')

    await page.goto('/inbox')
    await expect(page.getByText('No mail yet')).toBeVisible()
    await expectNoViolations(page, 'empty inbox')

    await mailClients.nodemailer(credentials, letter('For every eye'))
    await mailClients.nodemailer(credentials, letter('For every ear'))
    await page.getByRole('list', { name: 'Mail' }).getByRole('link').first().click()
    const frame = page.frameLocator('iframe[title="Mail content"]')
    await expect(frame.getByRole('heading')).toBeVisible()
    await page.mouse.move(0, 0)
    await expectNoViolations(page, 'open mail')

    await page.setViewportSize({ width: 390, height: 844 })
    await expectNoViolations(page, 'open mail on a phone')
  })
}

async function expectNoViolations(page: Page, screen: string): Promise<void> {
  // The mail in the frame is its sender's, and no script may run in it.
  const { violations, passes } = await new AxeBuilder({ page }).exclude('iframe').analyze()
  expect(passes.length, `axe looked at nothing on ${screen}`).toBeGreaterThan(0)
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join()}`)
  expect.soft(found, screen).toEqual([])
}
