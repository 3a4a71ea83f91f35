import { expect, type Page } from '@playwright/test'

/** Copies the code of an example from the page with its button, as a developer does. */
export async function copyExample(page: Page, name: string): Promise<string> {
  await page.getByRole('tab', { name, exact: true }).click()
  await page.evaluate(() => navigator.clipboard.writeText(''))
  await page.getByRole('button', { name: 'Copy Code' }).click()
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText())
  await expect.poll(clipboard).not.toBe('')
  return clipboard()
}

/** Opens the page with the examples and selects a port by its label: `2525 STARTTLS`. */
export async function openExamples(page: Page, port?: string): Promise<void> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/integrations/smtp-credentials')
  if (port !== undefined) await page.getByRole('tab', { name: port, exact: true }).click()
}
