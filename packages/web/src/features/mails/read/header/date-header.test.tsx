import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderPanes, sampleSummary } from '../../../../testing/render-inbox.tsx'
import { exactDateTime, longDateTime } from '../../../../ui/texts/date-texts.ts'
import { dateHeaderText } from './date-header.ts'

const received_at = '2026-11-21T09:41:00.000Z'
const sent = '2026-11-03T17:05:00.000Z'

test.each([
  [null, null],
  ['2026-11-21T09:46:00.000Z', null],
  ['2026-11-21T09:36:00.000Z', null],
  ['2026-11-21T09:46:01.000Z', `Date header: ${longDateTime('2026-11-21T09:46:01.000Z')}`],
  [sent, `Date header: ${longDateTime(sent)}`],
])('a mail with the Date header %j says %j', (date, text) => {
  expect(dateHeaderText(sampleSummary(1, { date, received_at }))).toBe(text)
})

test('the list and the mail show when a mail arrived, and another Date header beside it', async () => {
  const { user } = await renderPanes({
    mails: [sampleSummary(2, { date: sent, received_at }), sampleSummary(1)],
    at: '/inbox/2',
  })
  const mail = within(await screen.findByRole('article', { name: 'Subject 2' }))
  expect(mail.getByText(longDateTime(received_at)).title).toBe(
    `Received ${exactDateTime(received_at)}`,
  )
  mail.getByText(`Date header: ${longDateTime(sent)}`)
  const list = await screen.findByRole('list', { name: 'Mail' })
  const [time] = list.querySelectorAll('time')
  await user.hover(time as HTMLElement)
  expect(time?.title).toBe(`${exactDateTime(received_at)}\nDate header: ${longDateTime(sent)}`)
})
