import { render, screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { RowPreview } from './row-preview.tsx'
import { cutText, rowTimes, type RowFacts } from './row-texts.ts'

const facts: RowFacts = {
  from_name: 'Rocket Shop',
  from_address: 'orders@rocket.test',
  subject: 'Your order 1042 is on its way',
  preheader: 'It arrives on Tuesday between 9 and 12.',
  received_at: '2026-11-26T09:41:00.000Z',
}

const clients = ['Gmail on the web', 'Apple Mail on an iPhone', 'Outlook']
const rowOf = (client: string) =>
  within(screen.getByRole('figure', { name: `${client} (approximation)` }))

test.each(clients)('%s has the sender, the subject and the preheader, said once', (client) => {
  render(<RowPreview {...facts} />)
  for (const text of [/^Rocket Shop$/, /order 1042/, /arrives on Tuesday/]) {
    const [light, dark, ...more] = rowOf(client).getAllByText(text)
    expect(light?.closest('[aria-hidden=true]')).toBeNull()
    expect(dark?.closest('[aria-hidden=true]')).not.toBeNull()
    expect(more).toEqual([])
  }
})

test.each([
  ['Gmail on the web', '(no subject)'],
  ['Apple Mail on an iPhone', 'No Subject'],
  ['Apple Mail on an iPhone', 'This message has no content.'],
  ['Outlook', '(No subject)'],
])('%s says “%s” where nothing is', (client, text) => {
  render(<RowPreview {...facts} from_name={null} subject=" " preheader="" />)
  expect(rowOf(client).getAllByText(text)).toHaveLength(2)
  expect(rowOf(client).getAllByText('orders@rocket.test')).toHaveLength(2)
})

test('Gmail cuts a long subject and shows no preheader behind it', () => {
  render(<RowPreview {...facts} subject={'a'.repeat(300)} />)
  expect(rowOf('Gmail on the web').getAllByText(`${'a'.repeat(99)}…`)).toHaveLength(2)
  expect(rowOf('Gmail on the web').queryByText(/Tuesday/)).toBeNull()
})

describe('a cut text', () => {
  test.each([
    ['a short one', 10, 'a short one'.slice(0, 9) + '…'],
    ['whole', 5, 'whole'],
    ['ab 👩‍👩‍👧 cd', 6, 'ab…'],
    ['', 3, ''],
  ])('of %j at %i is %j', (text, characters, cut) => {
    expect(cutText(text, characters)).toBe(cut)
  })
})

describe('the time of a row', () => {
  const now = new Date(2026, 10, 27, 14, 0).getTime()
  const at = (day: number, month = 10) => new Date(2026, month, day, 9, 41).toISOString()
  test.each([
    ['today', at(27), /^9:41\sAM$/, /^9:41\sAM$/, /^9:41\sAM$/],
    ['yesterday', at(26), /^Nov 26$/, /^Yesterday$/, /^Thu 9:41\sAM$/],
    ['this week', at(23), /^Nov 23$/, /^Monday$/, /^Mon 9:41\sAM$/],
    ['before', at(3, 8), /^Sep 3$/, /^9\/3\/26$/, /^9\/3\/26$/],
    ['ahead of the clock', at(28), /^9:41\sAM$/, /^9:41\sAM$/, /^9:41\sAM$/],
  ])('%s', (_, iso, gmail, apple, outlook) => {
    expect(rowTimes.gmail(iso, now)).toMatch(gmail)
    expect(rowTimes.apple(iso, now)).toMatch(apple)
    expect(rowTimes.outlook(iso, now)).toMatch(outlook)
  })
})
