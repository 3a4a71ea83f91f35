import { setTimeout as delay } from 'node:timers/promises'
import { expect, type Page } from '@playwright/test'

/** How long a mail stays open. Actions that need no user happen at once. */
const dwellMs = 80

/** Uses the mouse on the middle of `page`, then the keyboard. */
export async function fidget(page: Page, middle: { x: number; y: number }): Promise<void> {
  const { mouse, keyboard } = page
  await mouse.move(middle.x - 9, middle.y - 9)
  await mouse.move(middle.x, middle.y)
  await mouse.wheel(0, 9)
  await mouse.click(middle.x, middle.y, { button: 'right' })
  await mouse.dblclick(middle.x, middle.y)
  // The last key leaves the field, if there is one, and may leave the frame.
  for (const key of ['a', 'Space', 'Control+a', 'b', 'Enter', 'Tab']) await keyboard.press(key)
}

/** The longest wait: a page that hangs never answers. */
export async function within(ms: number, work: Promise<unknown>): Promise<void> {
  const patience = new AbortController()
  const tooLong = delay(ms, undefined, { signal: patience.signal })
  await Promise.race([work, tooLong]).catch(() => undefined)
  patience.abort()
  await tooLong.catch(() => undefined)
}

/** Waits until everything in `page` has loaded or failed, which is late on a busy machine. */
export async function dwell(page: Page): Promise<void> {
  const loaded = page
    .frames()
    .map((frame) => frame.waitForLoadState('load', { timeout: 3_000 }).catch(() => undefined))
  await Promise.all(loaded)
  // There is no event to wait for when a mail does nothing.
  await page.waitForTimeout(dwellMs)
}

/** Waits until mail `id` is completely shown in the inbox. */
export async function shown(page: Page, id: number): Promise<void> {
  const problem = await page.evaluate(async (path) => {
    const until = performance.now() + 10_000
    while (performance.now() < until) {
      const tab = document.querySelector('article [role=tab][aria-selected=true]')
      const frame = document.querySelector<HTMLElement>('article iframe')
      const before = frame?.dataset['shown']
      if (location.pathname === path && tab && (before === undefined || before === path)) {
        if (frame) frame.dataset['shown'] = path
        return null
      }
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
    return `${location.pathname} instead of ${path}: ${document.body.innerText.slice(0, 2_000)}`
  }, `/inbox/${id}`)
  if (problem !== null) throw new Error(problem)
}

/** Opens mails one after the other, from the one before them, each until its frame has loaded. */
export async function leafThrough(page: Page, ids: readonly number[]): Promise<void> {
  const problem = await page.evaluate(
    async (paths) => {
      const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
      for (const path of paths) {
        const before = document.querySelector('article iframe')
        document.querySelector<HTMLElement>('article [aria-label="Next message"]')?.click()
        const tab = () => document.querySelector('article [role=tab][aria-selected=true]')
        const frame = () => document.querySelector('article iframe')
        const isShown = () =>
          location.pathname === path && tab() && (!frame() || frame() !== before)
        for (let turn = 0; turn < 2_000 && !isShown(); turn += 1) await pause(5)
        if (!isShown()) return `${location.pathname} instead of ${path}`
        const loaded = new Promise((resolve) => frame()?.addEventListener('load', resolve))
        if (frame()) await Promise.race([loaded, pause(200)])
        await pause(20)
      }
      return null
    },
    ids.map((id) => `/inbox/${id}`),
  )
  if (problem !== null) throw new Error(problem)
}

/** Opens every other view of the open mail, and returns their names. */
export function openViews(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const pause = () => new Promise((resolve) => setTimeout(resolve, 10))
    const names: string[] = []
    const open = async (tab: HTMLElement) => {
      tab.click()
      await pause()
      await pause()
      for (let turn = 0; turn < 300; turn += 1) {
        const isLoading = document.querySelector('article .appear-late') !== null
        const isPlain =
          document.querySelector('article [aria-label="Copy HTML"]') !== null &&
          document.querySelector('article pre span') === null
        if (!isLoading && (!isPlain || turn > 30)) break
        await pause()
      }
      // What a check found is counted in its tab.
      const name = tab.textContent.replace(/^Check.*/, 'Check')
      if (tab.getAttribute('aria-selected') === 'true') names.push(name)
    }
    const tabs = (list: string) =>
      document.querySelectorAll<HTMLElement>(`article [aria-label="${list}"] [role=tab]`)
    const [first, ...others] = tabs('View')
    for (const tab of others) await open(tab)
    for (const part of tabs('Raw message')) await open(part)
    if (first) await open(first)
    return names
  })
}

/** Chooses how this mail and those after it are shown. Returns false for a mail without HTML, which has no choice. */
export async function chooseLook(page: Page, look: string): Promise<boolean> {
  const preview = page.getByRole('group', { name: 'Preview' })
  if ((await preview.count()) === 0) return false
  const button = preview.getByRole('button', { name: look })
  if ((await button.count()) > 0) await button.click()
  else {
    await preview.getByRole('button', { name: 'Dark preview' }).click()
    await preview.getByRole('button', { name: /^Dark look/ }).click()
    await page.getByRole('menuitem', { name: look }).click()
  }
  return true
}

/** Opens the next mail by a click: a mail could handle keys itself. */
export function next(page: Page): Promise<void> {
  return page.evaluate(() => {
    document.querySelector<HTMLElement>('article [aria-label="Next message"]')?.click()
  })
}

/** The middle of the frame of the open mail; null when it has no HTML. */
export async function middleOfMail(page: Page): Promise<{ x: number; y: number } | null> {
  const frame = page.locator('article iframe')
  if ((await frame.count()) === 0) return null
  let box = await frame.boundingBox()
  // A new frame has no position for a moment.
  await expect(async () => expect((box ??= await frame.boundingBox())).not.toBeNull()).toPass()
  return box && { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}
