import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import { test } from '../journey.ts'

const mail = (subject: string) =>
  `From: Rocket <app@rocket.test>\r\nTo: you@customer.test\r\nSubject: ${subject}\r\n\r\nFrom here on\r\n`

test('a file of mail is imported, read, and exported as it was; it is forwarded by no server that has no relay', async ({
  page,
  account,
}) => {
  expect(account.email).toContain('@')
  const file = ['Apple', 'Pear'].map(
    (subject) => `From a@b.test Sat Nov 21 09:41:00 2026\r\n${mail(subject)}\r\n`,
  )
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Import…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import mail' })
  const buffer = Buffer.from(file.join(''))
  await dialog
    .getByLabel('File')
    .setInputFiles({ name: 'a.mbox', mimeType: 'application/mbox', buffer })
  await dialog.getByRole('button', { name: 'Import' }).click()
  await expect(dialog.getByText('2 messages imported.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).last().click()

  const rows = page.getByRole('list', { name: 'Mail' }).getByRole('link')
  await expect(rows).toHaveCount(2)
  await page.getByRole('button', { name: 'More', exact: true }).click()
  const downloading = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Export…' }).click()
  const download = await downloading
  const exported = await readFile(await download.path(), 'utf8')
  for (const subject of ['Apple', 'Pear']) {
    expect(exported).toContain(mail(subject).replace('\r\nFrom here', '\r\n>From here'))
  }

  await rows.first().click()
  await page.getByRole('button', { name: 'Forward', exact: true }).click()
  const forward = page.getByRole('dialog', { name: 'Forward mail' })
  await forward.getByLabel('Email').fill('dev@customer.test')
  await forward.getByRole('button', { name: 'Forward' }).click()
  await expect(forward.getByText(/has to set MAIL_URL/)).toBeVisible()
})
