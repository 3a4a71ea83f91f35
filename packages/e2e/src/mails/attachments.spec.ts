import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { credentialsOf } from '../account.ts'
import { greyPng, mailWithFiles, pdfWith, type AttachedFile } from './attached-files.ts'
import { expectAccessible } from '../axe.ts'
import { sendSources } from '../hostile/send-sources.ts'
import { watch } from '../hostile/watch.ts'
import { test } from '../journey.ts'

test.describe.configure({ timeout: 300_000 })

const attached =
  'From: Ada <ada@rocket.test>\r\nTo: you@customer.test\r\nSubject: Inner mail\r\n\r\nThe inner text.'
const invitation =
  'BEGIN:VCALENDAR\r\nMETHOD:REQUEST\r\nBEGIN:VEVENT\r\nSUMMARY:Launch review\r\n' +
  'DTSTART:20261121T093000Z\r\nLOCATION:Pad 39A\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n'

const files: AttachedFile[] = [
  { name: 'photo.png', type: 'image/png', content: greyPng(640, 480) },
  { name: 'invoice.pdf', type: 'application/octet-stream', content: pdfWith('Invoice 2026-118') },
  {
    name: 'prices.csv',
    type: 'text/csv',
    content: 'item,price\r\n"tea, green",2.40\r\ncake,3.10\r\n',
  },
  {
    name: 'order.json',
    type: 'application/json',
    content: '{"id":12345678901234567890,"lines":[1,2]}',
  },
  { name: 'invite.ics', type: 'text/calendar', content: invitation },
  { name: 'server.log', type: 'application/octet-stream', content: 'started\nstopped — Ärger\n' },
  { name: 'feed.xml', type: 'application/xml', content: '<feed><entry>One</entry></feed>' },
  { name: 'forwarded.eml', type: 'message/rfc822', content: attached },
  { name: 'archive.zip', type: 'application/zip', content: 'PK\u0003\u0004 and so on' },
]

const script = '<script>alert("run")</script>'
const hostile: AttachedFile[] = [
  {
    name: 'logo.svg',
    type: 'image/svg+xml',
    content: `<svg xmlns="http://www.w3.org/2000/svg">${script}</svg>`,
  },
  { name: 'page.png', type: 'image/png', content: `<html>${script}</html>` },
  { name: 'page.html', type: 'text/html', content: `<html>${script}</html>` },
  { name: 'page.pdf', type: 'application/pdf', content: `<html>${script}</html>` },
  {
    name: 'alert.pdf',
    type: 'application/pdf',
    content: pdfWith('Alerts', 'for (;;) app.alert("run")'.replaceAll(/[()]/g, '\\$&')),
  },
  {
    name: 'sheet.xml',
    type: 'application/xslt+xml',
    content: `<a xmlns="http://www.w3.org/1999/xhtml">${script}</a>`,
  },
  { name: 'bomb.png', type: 'image/png', content: greyPng(30_000, 30_000) },
  { name: 'photo\u202egnp.exe', type: 'application/x-msdownload', content: 'MZ' },
  { name: '../../etc/pass\r\nwd', type: 'text/plain', content: 'root' },
  { name: '<img src=x onerror=alert(1)>.txt', type: 'text/plain', content: script },
  { name: 'large.txt', type: 'text/plain', content: 'A long line of a log.\n'.repeat(400_000) },
  { name: 'same.txt', type: 'text/plain', content: 'one' },
  { name: 'same.txt', type: 'text/plain', content: 'two' },
]

async function openMail(page: Page, subject: string, attachedFiles: AttachedFile[]) {
  await sendSources(await credentialsOf(page), [mailWithFiles(subject, attachedFiles)])
  await page.getByRole('list', { name: 'Mail' }).getByRole('link', { name: subject }).click()
  const strip = page.getByRole('region', { name: 'Attachments' })
  await strip.waitFor()
  const more = strip.getByRole('button', { name: /^Show all/ })
  if (await more.isVisible()) await more.click()
  return strip
}

test('attachments are seen under the header and in a preview, by keyboard', async ({
  inbox: page,
}) => {
  const strip = await openMail(page, 'Many kinds', files)
  await expect(strip.getByRole('button', { name: /photo\.png, PNG image/ })).toBeVisible()
  await expect(strip.locator('img')).toHaveCount(1)
  await expectAccessible(page, 'attachments')

  await strip.getByRole('button', { name: /photo\.png/ }).click()
  const preview = page.getByRole('dialog')
  const picture = page.frameLocator('iframe[title="Image photo.png"]').locator('img')
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBe(640)
  const sha256 = createHash('sha256')
    .update(files[0]?.content ?? '')
    .digest('hex')
  await expect(preview.getByText(sha256)).toBeVisible()
  await expectAccessible(page, 'preview of an image')

  await page.keyboard.press('ArrowRight')
  await expect(preview.getByRole('heading', { name: 'invoice.pdf' })).toBeVisible()
  const show = preview.getByRole('button', { name: 'Show it here' })
  await expect(show).toBeVisible()
  await expectAccessible(page, 'the question before a PDF')
  await show.press('Enter')
  await expect(preview.locator('iframe[title="PDF invoice.pdf"]')).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expect(preview.getByRole('cell', { name: 'tea, green' })).toBeVisible()
  await expectAccessible(page, 'preview of a table')
  await page.keyboard.press('ArrowRight')
  await expect(preview.getByText('"id": 12345678901234567890,')).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expect(preview.getByText('2026-11-21 09:30 UTC')).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expect(preview.getByText('stopped — Ärger')).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expect(preview.getByText('<feed><entry>One</entry></feed>')).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expect(preview.getByRole('heading', { name: 'Inner mail' })).toBeVisible()
  await expect(preview.getByText('The inner text.')).toBeVisible()
  await expectAccessible(page, 'preview of a mail')
  await page.keyboard.press('ArrowRight')
  await expect(preview.getByText('No preview')).toBeVisible()
  await expectAccessible(page, 'no preview')
  await page.keyboard.press('ArrowRight')
  await expect(preview.getByText('9 of 9')).toBeVisible()
  await page.keyboard.press('ArrowLeft')
  await expect(preview.getByRole('heading', { name: 'Inner mail' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(preview).toBeHidden()
  await expect(strip.getByRole('button', { name: /photo\.png/ })).toBeFocused()
})

test('a new tab shows PDF, images and text, and a zip has all files', async ({ inbox: page }) => {
  const strip = await openMail(page, 'Many kinds', files)
  const context = page.context()
  for (const [name, type] of [
    ['photo.png', 'image/png'],
    ['invoice.pdf', 'application/pdf'],
    ['prices.csv', 'text/plain; charset=utf-8'],
    ['order.json', 'text/plain; charset=utf-8'],
    ['invite.ics', 'text/plain; charset=utf-8'],
    ['server.log', 'text/plain; charset=utf-8'],
    ['feed.xml', 'text/plain; charset=utf-8'],
    ['forwarded.eml', 'text/plain; charset=utf-8'],
  ] as const) {
    await page.getByRole('button', { name: '9 attachments' }).click()
    const opened = context.waitForEvent('page')
    await page.getByRole('menuitem', { name }).click()
    const tab = await opened
    await tab.waitForURL(/\/files\//)
    const headers = (await page.request.get(tab.url())).headers()
    expect(headers['content-type'], name).toBe(type)
    expect(headers['content-disposition'], name).toMatch(/^inline/)
    expect(headers['content-security-policy'], name).toBe("sandbox; default-src 'none'")
    if (type.startsWith('text/')) expect(await tab.locator('pre').innerText()).not.toBe('')
    await tab.close()
  }
  const download = page.waitForEvent('download')
  await strip.getByRole('button', { name: 'Download all' }).click()
  const archive = await download
  expect(archive.suggestedFilename()).toMatch(/^mail-\d+-attachments\.zip$/)
  const bytes = await readFile(await archive.path())
  for (const { name, content } of files) {
    expect(bytes.includes(name), name).toBe(true)
    expect(bytes.includes(Buffer.from(content)), name).toBe(true)
  }
})

test('hostile attachments run nothing, freeze nothing and lie about nothing', async ({
  inbox: page,
}) => {
  const { seen } = await watch(page.context())
  const strip = await openMail(page, 'Hostile kinds', hostile)
  const preview = page.getByRole('dialog')
  const open = (name: string | RegExp) => strip.getByRole('button', { name }).first().click()
  const expectShown = async (text: string | RegExp) => {
    await expect(preview.getByText(text).first()).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(preview).toBeHidden()
  }
  // Neither an image that is none nor one that is too large.
  await expect(strip.locator('img')).toHaveCount(0)
  await open(/logo\.svg/)
  await expectShown(script)
  await open(/page\.png/)
  await expectShown('Not an image')
  await open(/page\.html/)
  await expectShown(script)
  await open(/sheet\.xml/)
  await expectShown(script)
  await open(/alert\.pdf/)
  await expect(preview.getByRole('button', { name: 'Show it here' })).toBeVisible()
  await expect(preview.locator('iframe')).toHaveCount(0)
  await expectShown(/^A PDF can run scripts/)
  await open(/photo gnp\.exe/)
  await expectShown('No preview')
  await open(/^pass wd/)
  await expectShown('root')
  await open(/_img src=x onerror=alert/)
  await expectShown(script)
  await open(/large\.txt/)
  await expectShown(/^Only the first/)

  await open(/bomb\.png/)
  await expectShown('Too large for a preview')

  const context = page.context()
  for (const name of ['logo.svg', 'page.html', 'page.pdf', 'photo gnp.exe']) {
    await page.getByRole('button', { name: '13 attachments' }).click()
    const download = new Promise<string>((resolve) =>
      context.once('page', (tab) =>
        tab.once('download', (file) => resolve(file.suggestedFilename())),
      ),
    )
    await page.getByRole('menuitem', { name }).click()
    expect(await download).toBe(name)
  }
  expect(seen.filter((what) => what !== 'open ')).toEqual([])
})
