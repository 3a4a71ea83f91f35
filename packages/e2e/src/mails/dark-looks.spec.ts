import { expect, type Page } from '@playwright/test'
import { credentialsOf } from '../account.ts'
import { test } from '../journey.ts'
import { rows } from '../mail-list.ts'
import { openConnection } from '../one-connection.ts'

const looks = ['As authored', 'Outlook.com-like', 'Gmail-app-like', 'Android-like']

/**
 * What a mail says, and how light it then is in each of the looks, in hundredths: 0 is black, 100 is white. The text of
 * an element counts where it has a color, its surface where it has a background.
 */
const table: [markup: string, lightness: [number, number, number, number]][] = [
  ['<p style="background:#fff">', [100, 18, 18, 18]],
  ['<p style="background:#eee">', [95, 24, 24, 24]],
  ['<p style="background:#888">', [63, 59, 59, 63]],
  ['<p style="background:#111">', [18, 18, 94, 18]],
  ['<p style="background:gold">', [89, 32, 32, 32]],
  ['<p style="background:navy">', [27, 27, 88, 27]],
  ['<p style="background:var(--paper)">', [98, 20, 20, 20]],
  ['<p bgcolor="ffffff">', [0, 100, 100, 100]],
  ['<table bgcolor="ffffff">', [100, 18, 18, 18]],
  ['<table bgcolor="#ccc">', [85, 36, 36, 85]],
  ['<p style="color:#000">', [0, 100, 100, 100]],
  ['<p style="color:#555">', [45, 75, 75, 75]],
  ['<p style="color:#fff">', [100, 100, 18, 100]],
  ['<p style="color:rgb(200 0 0 / 50%)!important">', [52, 69, 69, 69]],
  ['<font color="#333">', [32, 85, 85, 85]],
  ['<p class="ink">', [32, 85, 85, 85]],
  ['<p class="deep">', [100, 18, 18, 18]],
  ['<p class="swapped">', [0, 50, 100, 100]],
  ['<p class="both">', [18, 18, 94, 18]],
  ['<p>', [0, 100, 100, 100]],
]

const css = `:root{color-scheme:light;--paper:#f9f9f9}.ink{color:#333}@media (width > 1px){@supports (color:red){.deep{background:white}}}
[data-ogsc] .swapped{color:#636363!important}.both{background:#fff;&.both{background:#111}}.odd::before{content:"\\3c/style>"}`

test('the dark looks of a mail have the colors of their clients', async ({ inbox: page }) => {
  const connection = openConnection(await credentialsOf(page))
  await connection.sendMail({
    from: 'shop@rocket.test',
    to: 'you@customer.test',
    subject: 'Colors',
    html: `<style>${css}</style><body>${table.map(([markup], at) => `${markup.replace('>', ` id="c${at}">`)}<tbody><tr><td>x${markup.replace(/<(\w+).*/, '</$1>')}`).join('')}`,
  })
  connection.close()
  await page.goto('/inbox')
  await rows(page).first().click()
  await page.getByRole('button', { name: 'Dark preview' }).click()
  for (const [at, look] of looks.entries()) {
    await page.getByRole('button', { name: /^Dark look/ }).click()
    await page.getByRole('menuitem', { name: look }).click()
    const expected = table.map(([markup, lightness]) => [markup, lightness[at]])
    await expect.poll(() => shownIn(page)).toEqual(expected)
  }
})

/** The lightness of each element of the table, as the frame of the mail has it. */
async function shownIn(page: Page): Promise<unknown[]> {
  const element = await page.getByTitle('Mail content').elementHandle()
  const frame = await element?.contentFrame()
  return Promise.all(
    table.map(async ([markup], at) => [
      markup,
      await frame?.locator(`#c${at}`).evaluate((one) => {
        const { color, backgroundColor } = getComputedStyle(one)
        const probe = document.createElement('i')
        const shown = backgroundColor === 'rgba(0, 0, 0, 0)' ? color : backgroundColor
        probe.style.color = `oklch(from ${shown} l c h)`
        document.body.append(probe)
        const [, lightness] = /oklch\(([\d.]+)/.exec(getComputedStyle(probe).color) ?? []
        probe.remove()
        return Math.round(Number(lightness) * 100)
      }),
    ]),
  )
}
