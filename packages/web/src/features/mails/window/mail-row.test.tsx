import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderPanes, sampleMails, sampleSummary } from '../../../testing/render-inbox.tsx'
import { rowHeight } from './mail-row.tsx'

const list = () => screen.findByRole('list', { name: 'Mail' })
const row = async (subject: RegExp) => within(await list()).findByRole('link', { name: subject })
// The pointer of the testing library leaves a row before it reaches a button on it, which a mouse does not.
const button = (name: string) => screen.findByRole('button', { name })

test('the pointer finds flag, tag and trash on a row, which change its mail and do not open it', async () => {
  const { user, mailbox, address } = await renderPanes({ mails: sampleMails(3) })
  expect(screen.queryByRole('button', { name: 'Flag “Subject 2”' })).toBeNull()
  await user.hover(await row(/Subject 2/))
  fireEvent.click(await button('Flag “Subject 2”'))
  await row(/^Flagged.*Subject 2/)
  await waitFor(() => expect(mailbox.mails[1]?.flagged).toBe(true))
  await button('Remove flag from “Subject 2”')

  fireEvent.click(await button('Move “Subject 2” to trash'))
  await waitFor(() => expect(mailbox.mails.map(({ id }) => id)).toEqual([3, 1]))
  await user.click(await button('Undo'))
  await user.hover(await row(/Subject 2/))

  fireEvent.click(await button('Tag “Subject 2”'))
  await screen.findByRole('dialog', { name: 'Tag 1 message' })
  expect(address()).toBe('/inbox')
})

test('Tab leads from a row to its checkbox and its actions, and then out of the list', async () => {
  const { user } = await renderPanes({ mails: sampleMails(3) })
  ;(await row(/Subject 3/)).focus()
  const names: (string | null | undefined)[] = []
  for (let stop = 0; stop < 4; stop += 1) {
    await user.tab()
    names.push(document.activeElement?.getAttribute('aria-label'))
  }
  expect(names).toEqual([
    'Select “Subject 3”',
    'Flag “Subject 3”',
    'Tag “Subject 3”',
    'Move “Subject 3” to trash',
  ])
  await user.tab()
  expect((await list()).contains(document.activeElement)).toBe(false)
})

test('while mails are selected, rows have no actions of their own', async () => {
  const { user } = await renderPanes({ mails: sampleMails(3) })
  await user.click(await screen.findByRole('checkbox', { name: 'Select “Subject 3”' }))
  await user.hover(await row(/Subject 2/))
  expect(screen.queryByRole('button', { name: /“Subject/ })).toBeNull()
})

test('fourteen rows fit under the bars of a window of 900 pixels', () => {
  const bars = 36 + 48
  expect(Math.floor((900 - bars) / rowHeight)).toBeGreaterThanOrEqual(14)
})

test('a mail that was opened by a key is in view', async () => {
  const { user, address } = await renderPanes({ mails: sampleMails(100), perPage: 100 })
  const scroller = (await list()).parentElement as HTMLElement
  scroller.scrollTo = (options) => {
    scroller.scrollTop = (options as ScrollToOptions).top ?? 0
  }
  await user.keyboard('j'.repeat(20))
  await screen.findByText('20 of 100')
  expect(address()).toBe('/inbox/81')
  expect(scroller.scrollTop).toBe(20 * rowHeight - 810)
})

test('the time of a row says on hover the second and the zone, as logs do', async () => {
  const mails = [sampleSummary(1, { received_at: '2026-11-21T09:41:07.000Z' })]
  const { user } = await renderPanes({ mails })
  const time = within(await row(/Subject 1/)).getByText(/ago|just now|yesterday/)
  await user.hover(time)
  expect(time.title).toMatch(/:41:07.*(UTC|GMT|[A-Z]{3,4})/)
})

test('rows that fly past have sender and subject, and all the rest when the list rests', async () => {
  await renderPanes({ mails: sampleMails(200), perPage: 200 })
  const rows = within(await list())
  const scroller = (await list()).parentElement as HTMLElement
  for (const top of [1, 100 * rowHeight]) {
    scroller.scrollTop = top
    fireEvent.scroll(scroller)
  }
  const flying = rows.getByRole('link', { name: /Subject 100/ })
  expect(flying.textContent).toBe('Sender 100Subject 100')
  expect(rows.queryByRole('checkbox')).toBeNull()
  await waitFor(() => expect(rows.getAllByRole('checkbox').length).toBeGreaterThan(30))
  expect(rows.getAllByRole('checkbox')).toHaveLength(rows.getAllByRole('link').length)
})
