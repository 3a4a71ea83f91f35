import { render, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { RowPreview } from './row-preview.tsx'

const facts = {
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
  render(<RowPreview {...facts} from_name="" subject=" " preheader="" />)
  expect(rowOf(client).getAllByText(text)).toHaveLength(2)
  expect(rowOf(client).getAllByText('orders@rocket.test')).toHaveLength(2)
})

test.each([
  ['today', new Date(2026, 10, 27, 8, 41), /^8:41\sAM$/],
  ['earlier', new Date(2026, 8, 3, 8, 41), /^Sep 3$/],
])('a mail that came %s says when', (_, at, time) => {
  vi.useFakeTimers({ now: new Date(2026, 10, 27, 14, 0) })
  render(<RowPreview {...facts} received_at={at.toISOString()} />)
  expect(rowOf('Outlook').getAllByText(time)).toHaveLength(2)
})

afterEach(() => void vi.useRealTimers())
