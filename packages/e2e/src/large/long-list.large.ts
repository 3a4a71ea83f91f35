import { rm } from 'node:fs/promises'
import { expect, test, type Page } from '@playwright/test'
import { logIn } from '../account.ts'
import { startProduct, type Product } from '../product.ts'
import { fillFolder, filler } from './filled-folder.ts'

const mails = Number(process.env['LARGE_MAILS'] ?? 100_000)
let folder: string
let product: Product
test.beforeAll(async () => {
  test.setTimeout(600_000)
  folder = await fillFolder(mails)
  product = await startProduct({ DATA_DIR: folder })
})
test.afterAll(async () => {
  await product.dispose()
  await rm(folder, { recursive: true })
})
test.use({ trace: 'off', viewport: { width: 1440, height: 2_400 } })

test(`${mails.toLocaleString('en')} mails are scrolled from end to end: no row is blank, none is missing or twice, and what was selected stays selected`, async ({
  browser,
}) => {
  test.setTimeout(1_200_000)
  const page = await browser.newPage({ baseURL: product.url })
  await page.goto('/login')
  await logIn(page, filler)
  const rows = page.getByRole('list', { name: 'Mail' }).getByRole('link')
  await rows.nth(4).click()
  const opened = page.url()
  for (const place of [0, 2]) {
    await page
      .getByRole('checkbox', { name: /^Select “/ })
      .nth(place)
      .check()
  }
  await expect(page.getByText('2 selected')).toBeVisible()

  const began = performance.now()
  const { numbers, blanks, positions } = await scrollThrough(page)
  const seconds = (performance.now() - began) / 1_000
  console.log(
    `${numbers.length} rows in ${Math.round(seconds)} s, ${blanks.length} views with a blank row`,
  )
  expect(blanks).toEqual([])
  expect(positions).toEqual(numbers.map((_, index) => index + 1))
  expect(numbers).toEqual(Array.from({ length: mails }, (_, index) => mails - 1 - index))

  await expect(page.getByText('2 selected')).toBeVisible()
  expect(page.url()).toBe(opened)
  await page.getByRole('list', { name: 'Mail' }).evaluate(({ parentElement }) => {
    parentElement?.scrollTo(0, 0)
  })
  await expect(rows.nth(4)).toHaveAttribute('aria-current', 'true')
  const ticks = page.getByRole('checkbox', { name: /^Select “/ })
  for (const place of [0, 1, 2, 3]) {
    await expect(ticks.nth(place)).toBeChecked({ checked: place % 2 === 0 })
  }
})

/**
 * Scrolls view by view to the end. Two frames after each step every place in view must have a row with
 * a subject. Returns the numbers of all mails in their order, and their places.
 */
function scrollThrough(page: Page) {
  return page.getByRole('list', { name: 'Mail' }).evaluate(async (list) => {
    const scroller = list.parentElement as HTMLElement
    const frame = () => new Promise(requestAnimationFrame)
    const numbers: number[] = []
    const positions: number[] = []
    const blanks: string[] = []
    const isInView = (box: DOMRect, view: DOMRect) => box.bottom > view.top && box.top < view.bottom
    for (;;) {
      await frame()
      await frame()
      const view = scroller.getBoundingClientRect()
      const shown = [...list.children]
        .map((row) => ({ row, box: row.getBoundingClientRect() }))
        .filter(({ box }) => isInView(box, view))
        .toSorted((a, b) => a.box.top - b.box.top)
      let covered = Math.max(view.top, list.getBoundingClientRect().top)
      for (const { row, box } of shown) {
        if (box.top > covered + 1) blanks.push(`nothing at ${covered + scroller.scrollTop}`)
        covered = box.bottom
        const subject = row.querySelectorAll('a [dir=auto]')[1]?.textContent ?? ''
        const position = Number(row.getAttribute('aria-posinset'))
        if (!/ \d+$/.test(subject)) blanks.push(`no subject at ${position}`)
        if (position > (positions.at(-1) ?? 0)) {
          positions.push(position)
          numbers.push(Number(subject.split(' ').at(-1)))
        }
      }
      const end = Math.min(view.bottom, list.getBoundingClientRect().bottom)
      if (covered < end - 1) blanks.push(`nothing at ${covered + scroller.scrollTop}`)
      const isAtEnd = scroller.scrollTop + scroller.clientHeight >= scroller.scrollHeight - 1
      if (isAtEnd && scroller.textContent.endsWith('No more items to show')) break
      scroller.scrollBy(0, scroller.clientHeight)
    }
    return { numbers, positions, blanks }
  })
}
