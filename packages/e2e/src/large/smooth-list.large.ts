import { rm } from 'node:fs/promises'
import { expect, test, type Page } from '@playwright/test'
import { logIn } from '../account.ts'
import { startProduct, type Product } from '../product.ts'
import { fillFolder, filler } from './filled-folder.ts'

/** `npm run bench:list` prints what it measures. It holds nothing to a time: machines differ. */
const mails = Number(process.env['LISTED_MAILS'] ?? 50_000)
const pages = 100
const keys = 200
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
test.use({ trace: 'off', viewport: { width: 1440, height: 900 } })

test(`how smoothly ${mails.toLocaleString('en')} mails scroll, and how soon j and k answer`, async ({
  browser,
}) => {
  test.setTimeout(1_200_000)
  const page = await browser.newPage({ baseURL: product.url })
  await page.goto('/login')
  await logIn(page, filler)
  const list = page.getByRole('list', { name: 'Mail' })
  await list.getByRole('link').first().waitFor()
  await page.waitForLoadState('networkidle')
  await recordLongTasks(page)

  await list.hover()
  await scrollBy(page, 'wheel down', () => page.mouse.wheel(0, 3_000), 'end')
  await scrollBy(page, 'wheel up', () => page.mouse.wheel(0, -3_000), 'top')
  await list.getByRole('link').first().focus()
  for (const key of ['PageDown', 'End', 'PageUp', 'Home']) {
    for (let count = 0; count < pages; count += 1) await page.keyboard.press(key)
    console.log(`${pages} times ${key}: long tasks: ${describe(await takeLongTasks(page))}`)
  }

  await page.keyboard.press('j')
  await expect(list.locator('[aria-current=true]')).toBeVisible()
  await page.waitForLoadState('networkidle')
  const answers = await recordAnswers(page)
  for (let count = 0; count < keys; count += 1) {
    await page.keyboard.press(count % 40 < 30 ? 'j' : 'k')
    await page.waitForTimeout(120)
  }
  const times = (await answers.jsonValue()).toSorted((a, b) => a - b)
  const at = (part: number) => `${times[Math.ceil(times.length * part) - 1]?.toFixed(0)} ms`
  console.log(`j and k, ${times.length} presses: p50 ${at(0.5)}, p95 ${at(0.95)}, most ${at(1)}`)
  console.log(`long tasks meanwhile: ${describe(await takeLongTasks(page))}`)
  expect(times.length).toBeGreaterThan(0.95 * keys)
})

/** Scrolls until the list is at one of its ends, and prints the long tasks on the way. */
async function scrollBy(page: Page, name: string, step: () => Promise<void>, until: 'end' | 'top') {
  const began = performance.now()
  for (;;) {
    await step()
    const isThere = await page.getByRole('list', { name: 'Mail' }).evaluate((list, end) => {
      const { scrollTop, clientHeight, scrollHeight, textContent } =
        list.parentElement as HTMLElement
      return end
        ? scrollTop + clientHeight >= scrollHeight - 1 &&
            textContent.endsWith('No more items to show')
        : scrollTop <= 0
    }, until === 'end')
    if (isThere) break
  }
  const seconds = Math.round((performance.now() - began) / 1_000)
  console.log(`${name}: ${seconds} s, long tasks: ${describe(await takeLongTasks(page))}`)
}

const describe = (tasks: number[]) =>
  tasks.length === 0 ? 'none' : `${tasks.length}, at most ${Math.max(...tasks).toFixed(0)} ms`

type Recorded = typeof globalThis & { longTasks: number[] }

/** Chromium calls a task long from 50 ms. */
const recordLongTasks = (page: Page) =>
  page.evaluate(() => {
    const longTasks: number[] = []
    Object.assign(globalThis, { longTasks })
    new PerformanceObserver((seen) => {
      for (const { duration } of seen.getEntries()) longTasks.push(duration)
    }).observe({ type: 'longtask' })
  })

const takeLongTasks = (page: Page) =>
  page.evaluate(() => (globalThis as Recorded).longTasks.splice(0))

/** The milliseconds from each key to the frame that shows another row as the open one. */
const recordAnswers = (page: Page) =>
  page.evaluateHandle(() => {
    const times: number[] = []
    let pressed = 0
    addEventListener('keydown', ({ timeStamp }) => (pressed = timeStamp), true)
    const list = document.querySelector('[aria-label="Mail"]')?.parentElement as HTMLElement
    new MutationObserver(() => {
      if (pressed === 0 || !list.querySelector('[aria-current=true]')) return
      const began = pressed
      pressed = 0
      requestAnimationFrame(() => setTimeout(() => times.push(performance.now() - began)))
    }).observe(list, { subtree: true, attributeFilter: ['aria-current'] })
    return times
  })
