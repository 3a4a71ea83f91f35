import { fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { chooseDensity } from '../../../lib/density.ts'
import { renderPanes, sampleMails, sampleSummary } from '../../../testing/render-inbox.tsx'
import { rowHeights } from './mail-row.tsx'

beforeEach(() => chooseDensity('comfortable'))

const list = () => screen.findByRole('list', { name: 'Mail' })
const rows = async () => within(await list()).findAllByRole('link')
const { comfortable, compact } = rowHeights

async function scrolledTo(row: number): Promise<HTMLElement> {
  const scroller = (await list()).parentElement as HTMLElement
  scroller.scrollTop = row * comfortable
  fireEvent.scroll(scroller)
  return scroller
}

async function chooseInMenu(user: Awaited<ReturnType<typeof renderPanes>>['user'], name: string) {
  await user.click(await screen.findByRole('button', { name: 'More' }))
  await user.click(await screen.findByRole('menuitem', { name }))
}

test('the menu of the list chooses compact rows, which have the text and the size and are remembered', async () => {
  const { user } = await renderPanes({
    mails: [
      sampleSummary(2, { snippet: 'Your order has shipped.', size: 4_608 }),
      sampleSummary(1),
    ],
  })
  const [first] = await rows()
  expect(first?.textContent).not.toContain('Your order has shipped.')
  await chooseInMenu(user, 'Compact')
  const [row] = await rows()
  expect(row?.textContent).toMatch(/^Sender 2.*Subject 2Your order has shipped\.4\.6 KB$/)
  expect(row?.closest('li')?.style.height).toBe(`${compact}px`)
  expect((await list()).style.height).toBe(`${2 * compact}px`)
  expect(localStorage.getItem('density')).toBe('compact')
  await chooseInMenu(user, 'Comfortable')
  expect((await list()).style.height).toBe(`${2 * comfortable}px`)
})

test('fifteen compact rows and more fit under the bars of a window of 900 pixels', () => {
  const bars = 3 * 48
  expect(Math.floor((900 - bars) / compact)).toBeGreaterThanOrEqual(15)
})

test('the rows at the top of the view stay there when their height changes', async () => {
  const { user } = await renderPanes({ mails: sampleMails(200), perPage: 200 })
  const scroller = await scrolledTo(100)
  await chooseInMenu(user, 'Compact')
  expect(scroller.scrollTop).toBe(100 * compact)
  const places = (await rows()).map((row) =>
    Number(row.closest('li')?.getAttribute('aria-posinset')),
  )
  expect(places).toContain(101)
  expect(places).toContain(101 + Math.floor(810 / compact))
  await chooseInMenu(user, 'Comfortable')
  expect(scroller.scrollTop).toBe(100 * comfortable)
})

test('a mail that was opened by a key is in view in compact rows', async () => {
  chooseDensity('compact')
  const { user, address } = await renderPanes({ mails: sampleMails(100), perPage: 100 })
  const scroller = (await list()).parentElement as HTMLElement
  scroller.scrollTo = (options) => {
    scroller.scrollTop = (options as ScrollToOptions).top ?? 0
  }
  await user.keyboard('j'.repeat(20))
  await screen.findByText('20 of 100')
  expect(address()).toBe('/inbox/81')
  expect(scroller.scrollTop).toBe(20 * compact - 810)
})

test('another tab of the browser changes the rows too', async () => {
  await renderPanes({ mails: sampleMails(1) })
  await rows()
  localStorage.setItem('density', 'compact')
  fireEvent(window, new StorageEvent('storage', { key: 'density', newValue: 'compact' }))
  expect((await list()).style.height).toBe(`${compact}px`)
})
