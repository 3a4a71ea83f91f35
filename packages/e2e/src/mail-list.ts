import { expect, type Page } from '@playwright/test'

/** The rendered rows of the inbox. */
export const rows = (page: Page) => page.getByRole('list', { name: 'Mail' }).getByRole('link')

/** Waits for the position of the open mail in the list, as '1 of 5'. */
export const position = (page: Page, text: string) =>
  expect(page.getByText(text, { exact: true })).toBeVisible()

/** The subjects of the whole list, from its top to its end. */
export async function subjectsOf(page: Page): Promise<string[]> {
  const list = page.getByRole('list', { name: 'Mail' })
  const subjects: string[] = []
  const step = 400
  for (let top = 0; ; top += step) {
    await list.evaluate((element, y) => element.parentElement?.scrollTo(0, y), top)
    // Rows are rendered after the scrolling, in a later frame.
    await list.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => resolve(0))))
    const seen = await list.getByRole('listitem').evaluateAll((items) =>
      items.map((item) => ({
        place: Number(item.getAttribute('aria-posinset')),
        subject: item.querySelectorAll('a [dir="auto"]')[1]?.textContent ?? '',
      })),
    )
    for (const { place, subject } of seen) subjects[place - 1] = subject
    const atEnd = await list.evaluate(
      ({ parentElement: view }) =>
        view !== null && view.scrollTop + view.clientHeight >= view.scrollHeight - 1,
    )
    if (atEnd && (await page.getByText('No more items to show').isVisible())) {
      return Array.from(subjects, (subject) => subject ?? 'never drawn')
    }
  }
}
