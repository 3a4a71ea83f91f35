import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from '@playwright/test'
import { credentialsOf } from '../account.ts'
import { test } from '../journey.ts'
import { rows } from '../mail-list.ts'
import { openConnection } from '../one-connection.ts'

const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=='
const names = ["o'n@x", 'img(1).png', 'a b@x']

test('a mail fetches nothing before the click, and then its images, style sheets and fonts from where its base says', async ({
  inbox: page,
}) => {
  const fetched: string[] = []
  const web = createServer((request, response) => {
    const path = request.url ?? ''
    fetched.push(path)
    const type = path.endsWith('.png')
      ? 'image/png'
      : path.endsWith('.css')
        ? 'text/css'
        : 'font/woff2'
    response.writeHead(200, { 'content-type': type, 'access-control-allow-origin': '*' })
    response.end(type === 'image/png' ? Buffer.from(pixel, 'base64') : 'p{color:rgb(1, 2, 3)}')
  })
  await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve))
  const base = `http://127.0.0.1:${(web.address() as AddressInfo).port}/mail/`
  const connection = openConnection(await credentialsOf(page))
  await connection.sendMail({
    from: 'Harbour <help@harbour.test>',
    to: 'ada@customer.test',
    subject: 'two  spaces',
    html: `<base href="${base}"><link rel="stylesheet" href="a.css">
      <style>@font-face{font-family:F;src:url(f.woff2)} p{font-family:F}</style>
      <p>text <a href="verify?t=1">Verify</a></p><img src="logo.png" alt="logo">
      ${names.map((name) => `<img alt="named" src="cid:${name}">`).join('')}`,
    attachments: names.map((cid) => ({
      filename: 'i.png',
      cid,
      content: pixel,
      encoding: 'base64' as const,
      contentDisposition: 'inline' as const,
    })),
  })
  connection.close()
  await page.goto('/inbox')
  await rows(page).first().click()
  const frame = page.frameLocator('iframe[title="Mail content"]')
  await expect(frame.getByRole('link', { name: 'Verify' })).toHaveAttribute(
    'href',
    `${base}verify?t=1`,
  )
  for (const image of await frame.getByAltText('named').all()) {
    await expect(image).toHaveJSProperty('naturalWidth', 1)
  }
  expect(fetched).toEqual([])
  await page.getByRole('button', { name: 'Show images' }).click()
  await expect(frame.getByAltText('logo')).toHaveJSProperty('naturalWidth', 1)
  await expect(frame.locator('p')).toHaveCSS('color', 'rgb(1, 2, 3)')
  await expect
    .poll(() => fetched.toSorted())
    .toEqual(['a.css', 'f.woff2', 'logo.png'].map((file) => `/mail/${file}`))
  web.close()
})
