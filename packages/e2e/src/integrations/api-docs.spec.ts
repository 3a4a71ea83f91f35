import { expect } from '@playwright/test'
import { expectAccessible } from '../axe.ts'
import { test } from '../journey.ts'

test('the API is documented for everybody, and fits a phone in both themes', async ({
  page,
  product,
}) => {
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 844 })
    await page.goto('/docs/api')
    await page.getByRole('heading', { level: 2, name: 'Objects' }).waitFor()
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect(overflow).toBe(0)
  }
  // The page is so long that axe takes most of a minute for one width.
  await expectAccessible(page, 'the API')
  await page.getByRole('tab', { name: 'TypeScript' }).click()
  await expect(page.getByLabel('listMails in TypeScript')).toContainText(
    `fetch('${product.url}/api/teams/current/mails'`,
  )
  const answer = await page.request.get('/api/openapi.json')
  expect(await answer.json()).toMatchObject({ openapi: '3.1.1', servers: [{ url: product.url }] })
})
