import { expect, type Page } from '@playwright/test'
import { credentialsOf } from '../account.ts'
import { expectAccessible } from '../axe.ts'
import { test } from '../journey.ts'
import { sendMails } from '../send-mails.ts'

const copied = (page: Page) => page.evaluate(() => navigator.clipboard.readText())

type Settings = { mcpServers: { mailstop: { url: string; headers: Record<string, string> } } }

/** One call of an agent, with the settings as they were copied. */
async function callTool(text: string, name: string, given: object): Promise<string> {
  const { url, headers } = (JSON.parse(text) as Settings).mcpServers.mailstop
  const answer = await fetch(url, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name, arguments: given },
    }),
  })
  return answer.text()
}

test('the settings of an agent are copied with its new token, and open the mail of the team', async ({
  inbox: page,
  context,
}) => {
  test.slow()
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await sendMails(await credentialsOf(page), ['For the agent'])
  await page.goto('/integrations/smtp-credentials#agents')
  const agents = page.getByRole('tabpanel', { name: 'Agents' })
  await agents.getByRole('tab', { name: 'Cursor' }).click()
  await agents.getByRole('button', { name: 'Copy Code' }).click()
  expect(await copied(page)).toContain('Bearer YOUR_API_TOKEN')
  await expectAccessible(page, 'the settings of an agent')

  await page.getByRole('tab', { name: 'Tests' }).click()
  await page.getByRole('button', { name: 'Create token' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Agent')
  await page.getByLabel('Name', { exact: true }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Token created' })
  // The agent that was chosen on the page.
  await expect(dialog.getByRole('tab', { name: 'Cursor', selected: true })).toBeVisible()
  await dialog.getByRole('button', { name: 'Copy Code' }).click()
  const settings = await copied(page)
  expect(await callTool(settings, 'search_mails', {})).toContain('For the agent')
  const unknown = settings.replace(/mst_\w+/, `mst_${'0'.repeat(36)}`)
  expect(await callTool(unknown, 'search_mails', {})).toContain('unknown')

  for (const size of [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(size)
    await expectAccessible(page, `a new token at ${size.width} pixels`)
    // The code scrolls in its block, which stays in the dialog.
    const inner = await dialog.getByLabel('~/.cursor/mcp.json').boundingBox()
    const outer = await dialog.boundingBox()
    if (!inner || !outer) throw new Error('The settings are not shown')
    expect(inner.x + inner.width).toBeLessThan(outer.x + outer.width)
  }
})
