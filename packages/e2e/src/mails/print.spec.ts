import { expect, type Page } from '@playwright/test'
import { credentialsOf } from '../account.ts'
import { test } from '../journey.ts'
import { rows } from '../mail-list.ts'
import { openConnection } from '../one-connection.ts'

const lines = Array.from({ length: 200 }, (_, at) => `<p>Line ${at + 1}</p>`).join('')
const html = `<style>h1, table { display: none }</style><script>document.title = 'ran'</script>
<link rel="stylesheet" href="https://track.test/1"><meta http-equiv="refresh" content="0;url=https://track.test/2">
<img src="https://track.test/3">${lines}`

/** Catches a long mail that would like to act by itself, and opens it. */
async function openMail(page: Page): Promise<void> {
  const connection = openConnection(await credentialsOf(page))
  await connection.sendMail({
    from: 'Rocket Shop <shop@rocket.test>',
    to: 'you@customer.test',
    cc: 'carol@customer.test',
    subject: 'Your invoice',
    html,
    attachments: [{ filename: 'invoice.pdf', content: 'x' }],
  })
  connection.close()
  await page.goto('/inbox')
  await rows(page).first().click()
  await page.getByTitle('Mail content').waitFor()
}

/** The paths that the browser asked of the host in the mail. */
async function trackedPaths(page: Page): Promise<string[]> {
  const asked: string[] = []
  await page.context().route('https://track.test/**', async (route) => {
    asked.push(new URL(route.request().url()).pathname)
    await route.abort()
  })
  return asked
}

test('a mail is printed alone, with its header and all of its text', async ({ inbox: page }) => {
  const asked = await trackedPaths(page)
  await openMail(page)
  // A browser without a screen prints nothing: the dialog is replaced, and the frame looked at.
  await page.evaluate(() => {
    const append = Element.prototype.append
    Element.prototype.append = function (this: Element, ...nodes) {
      append.apply(this, nodes)
      const [frame] = nodes
      if (!(frame instanceof HTMLIFrameElement) || frame.contentWindow === null) return
      frame.contentWindow.print = () => frame.setAttribute('data-printed', '')
    }
  })
  const frame = page.locator('iframe[data-printed]')
  for (const print of [
    () => page.keyboard.press('Control+p'),
    async () => {
      await page.getByRole('button', { name: 'More actions' }).click()
      await page.getByRole('menuitem', { name: 'Print' }).click()
    },
  ]) {
    await print()
    await expect(frame).toBeAttached()
    const printed = frame.contentFrame()
    const header = printed.getByRole('table', { includeHidden: true })
    await expect(header).toContainText('FromRocket Shop <shop@rocket.test>')
    await expect(header).toContainText('Toyou@customer.test')
    await expect(header).toContainText('Cccarol@customer.test')
    await expect(header).toContainText(/Date.*20\d\d at \d+:\d\d:\d\d/)
    await expect(header).toContainText('Attachmentsinvoice.pdf')
    await expect(printed.getByText('Line 200')).toBeAttached()
    // Its own styles do not reach the header.
    await expect(header).toHaveCSS('display', 'table')
    expect(await printed.locator('html').evaluate(() => document.title)).toBe('Your invoice')
    await frame.evaluate((each: HTMLIFrameElement) =>
      each.contentWindow?.dispatchEvent(new Event('afterprint')),
    )
    await expect(frame).not.toBeAttached()
  }
  const pages = (await page.pdf()).toString('latin1').match(/\/Type\s*\/Page\b/g) ?? []
  expect(pages.length).toBeGreaterThan(3)
  await expect(page.locator('.printout')).not.toBeAttached()
  expect(asked).toEqual([])
})

test('a mail in a tab of its own runs nothing, is of no origin, and fetches what the reader chose', async ({
  inbox: page,
}) => {
  const asked = await trackedPaths(page)
  await openMail(page)
  const openAlone = async () => {
    const opened = page.context().waitForEvent('page')
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Open alone' }).click()
    const tab = await opened
    await expect(tab.getByText('Line 200')).toBeAttached()
    expect(tab.url()).toMatch(/\/api\/teams\/\d+\/mails\/\d+\/page/)
    expect(await tab.evaluate(() => [origin, document.title])).toEqual(['null', ''])
    await expect(tab.evaluate(() => document.cookie)).rejects.toThrow(/sandboxed/)
    await tab.close()
  }
  await openAlone()
  expect(asked).toEqual([])
  await page.getByRole('button', { name: 'Show images' }).click()
  await openAlone()
  expect(new Set(asked)).toContain('/3')
  expect(asked).not.toContain('/2')
})

test('a stranger sees the mail of a link once, after a button, and nothing of it runs', async ({
  inbox: page,
  browser,
}) => {
  await openMail(page)
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Copy' }).click()
  await page.getByRole('menuitem', { name: 'Link for people without an account' }).click()
  await page.getByRole('checkbox', { name: /^Opens once/ }).check()
  await page.getByRole('button', { name: 'Copy link' }).click()
  const link = await page.getByLabel('Link', { exact: true }).inputValue()

  const context = await browser.newContext()
  const stranger = await context.newPage()
  const asked = await trackedPaths(stranger)
  await stranger.goto(link)
  await expect(stranger.getByText('Line 200')).not.toBeAttached()
  await stranger.getByRole('button', { name: 'Show the message' }).click()
  const mail = stranger.getByTitle('Message', { exact: true }).contentFrame()
  await expect(mail.getByText('Line 200')).toBeAttached()
  // Its own styles do not reach our head.
  await expect(stranger.getByRole('heading', { name: 'Your invoice' })).toBeVisible()
  expect(await stranger.evaluate(() => [origin, document.title])).toEqual([
    'null',
    'Shared message · Mailstop',
  ])
  expect(asked).toEqual([])
  await stranger.getByRole('link', { name: 'Show images of the web' }).click()
  await expect.poll(() => asked).toContain('/3')
  expect(asked).not.toContain('/2')
  await stranger.goto(link)
  await expect(stranger.getByRole('heading', { name: 'This link does not work' })).toBeVisible()
  await context.close()
})
