import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect } from '@playwright/test'
import { credentialsOf } from '../account.ts'
import { expectAccessible } from '../axe.ts'
import { test } from '../journey.ts'
import { sendMails } from '../send-mails.ts'

const execute = promisify(execFile)

async function curl(token: string, url: string): Promise<{ status: number; body: string }> {
  const authorization = `Authorization: Bearer ${token}`
  const { stdout } = await execute('curl', [
    '-sS',
    '-w',
    '\n%{http_code}',
    '-H',
    authorization,
    url,
  ])
  const [body = '', status = ''] = stdout.split(/\n(?=\d+$)/)
  return { status: Number(status), body }
}

test('a token is made, copied and used by curl, and is refused once it is revoked', async ({
  inbox: page,
  product,
  context,
}) => {
  test.slow()
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await sendMails(await credentialsOf(page), ['For the script'])
  await page.goto('/integrations/api-tokens')
  await expect(page.getByText('No API tokens yet')).toBeVisible()
  await expectAccessible(page, 'no tokens')

  await page.getByRole('button', { name: 'Create token' }).click()
  await page.getByRole('button', { name: 'Create token' }).last().click()
  await expect(page.getByText('Name is a required field')).toBeVisible()
  await expectAccessible(page, 'the form of a token')
  await page.getByLabel('Name', { exact: true }).fill('CI')
  await page.getByLabel('Name', { exact: true }).press('Enter')
  await expect(page.getByRole('dialog', { name: 'Token created' })).toBeVisible()
  await expectAccessible(page, 'a new token')
  await page.getByRole('button', { name: 'Copy token' }).click()
  const token = await page.evaluate(() => navigator.clipboard.readText())
  expect(token).toMatch(/^mst_[0-9A-Za-z]{36}$/)
  await page.getByRole('button', { name: 'Copy command' }).click()
  const command = await page.evaluate(() => navigator.clipboard.readText())
  const { stdout } = await execute('sh', ['-c', command])
  expect(JSON.parse(stdout)).toMatchObject({ data: { name: 'CI', expires_at: expect.any(String) } })
  await page.getByRole('button', { name: 'Done' }).click()

  const mails = `${product.url}/api/teams/current/mails`
  const listed = await curl(token, mails)
  expect([listed.status, listed.body]).toEqual([200, expect.stringContaining('For the script')])
  await page.reload()
  const list = page.getByRole('list', { name: 'API tokens' })
  await expect(list).toContainText(`mst_${token.slice(4, 8)}…`)
  await expect(list).toContainText('Last used just now')
  await expect(page.locator('body')).not.toContainText(token)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectAccessible(page, 'tokens on a phone')

  await page.getByRole('button', { name: 'Revoke CI' }).click()
  await page.getByRole('button', { name: 'Revoke token' }).click()
  await expect(page.getByText('No API tokens yet')).toBeVisible()
  const refused = await curl(token, mails)
  expect([refused.status, refused.body]).toEqual([401, expect.stringContaining('bad_token')])
})
