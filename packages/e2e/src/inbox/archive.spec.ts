import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import { test } from '../journey.ts'

const mail = (subject: string) =>
  `From: Rocket <app@rocket.test>\r\nTo: you@customer.test\r\nSubject: ${subject}\r\n\r\nFrom here on\r\n`

test('files of mail are imported but for one that is none, read, and exported as they were; nothing is forwarded by a server that has no relay', async ({
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
  const type = { mimeType: 'application/octet-stream' }
  await dialog.getByLabel('Files').setInputFiles([
    { name: 'notes.eml', ...type, buffer: Buffer.from('no mail at all') },
    { name: 'a.mbox', ...type, buffer },
  ])
  await dialog.getByRole('button', { name: 'Import' }).click()
  await expect(dialog.getByText('2 messages imported.')).toBeVisible()
  await expect(dialog.getByText(/^notes\.eml: This is no mail/)).toBeVisible()
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
  await expect(forward.getByText(/so it cannot forward mail/)).toBeVisible()
  await expect(forward.getByLabel('Email')).toHaveCount(0)
})
