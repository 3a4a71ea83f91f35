import { expect, type Page } from '@playwright/test'
import { credentialsOf } from '../account.ts'
import { expectAccessible } from '../axe.ts'
import { test } from '../journey.ts'
import { rows } from '../mail-list.ts'
import { openConnection } from '../one-connection.ts'

const html = `<!doctype html>
<html lang="en"><head><title>Autumn</title></head><body>
${'<p>Leaves fall.</p>\n'.repeat(80)}
<p><a href="https://shop.test/autumn">See the leaves</a> <a href="#">See nothing</a></p>
</body></html>`

/** Catches a mail with an empty link far down in its html, and opens its check by its key. */
async function openCheck(page: Page): Promise<void> {
  const connection = openConnection(await credentialsOf(page))
  const mail = { from: 'Rocket Shop <shop@rocket.test>', to: 'you@customer.test', html }
  await connection.sendMail({ ...mail, subject: 'Autumn news', text: 'Leaves fall.' })
  connection.close()
  await page.goto('/inbox')
  await rows(page).first().click()
  await expect(page.getByRole('tab', { name: /^Check.*to fix/ })).toBeVisible()
  await page.keyboard.press('i')
  await expect(page.getByRole('region', { name: 'Links', exact: true })).toBeVisible()
}

test('a finding of the check leads to its line and back, and its rule is muted and unmuted', async ({
  inbox: page,
}) => {
  await openCheck(page)
  const links = page.getByRole('region', { name: 'Links', exact: true })
  const line = links
    .getByRole('list', { name: 'Findings' })
    .getByRole('button', { name: 'Line 84' })
  await line.first().click()
  await expect(page.getByText('Line 84 is marked.')).toBeVisible()
  const marked = () =>
    page.evaluate(() => [...(CSS.highlights.get('place') ?? [])].map(String).join())
  await expect.poll(marked).toContain('<a href="#">')
  const seen = await page.evaluate(() => {
    const [range] = CSS.highlights.get('place') ?? []
    const area = document.querySelector('[aria-label="Mail contents"]')?.getBoundingClientRect()
    const box = (range as Range | undefined)?.getBoundingClientRect()
    return box && area ? box.top >= area.top && box.bottom <= area.bottom : null
  })
  expect(seen).toBe(true)
  await page.keyboard.press('Enter')
  await expect(line.first()).toBeFocused()

  const mute = links.getByRole('button', { name: /^Mute for the team/ })
  const before = await mute.count()
  await mute.first().click()
  const muted = page.getByRole('region', { name: 'Muted for the team' })
  await expect(muted.getByRole('listitem')).toHaveCount(1)
  await expect(mute).not.toHaveCount(before)
  await muted.getByRole('button', { name: /^Unmute/ }).click()
  await expect(mute).toHaveCount(before)
})

test('axe finds nothing on the check and on the settings of checks, at every width', async ({
  inbox: page,
}) => {
  await openCheck(page)
  await expectAccessible(page, 'the check of a mail')
  await page.setViewportSize({ width: 390, height: 844 })
  await expectAccessible(page, 'the check of a mail on a phone')
  await page.goto('/team/checks')
  await expect(page.getByRole('button', { name: 'Save' })).toBeVisible()
  await expectAccessible(page, 'the settings of checks')
})
