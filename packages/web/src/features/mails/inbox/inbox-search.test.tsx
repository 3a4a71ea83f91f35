import { createPin, listMails } from '@mailstop/contract'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { expectShown } from '../../../testing/expect-shown.ts'
import { samplePageMeta, sampleTeam } from '../../../testing/samples.ts'
import { refuse } from '../../../testing/fake-server.ts'
import {
  renderInbox,
  renderPanes,
  sampleMails,
  sampleSummary,
} from '../../../testing/render-inbox.tsx'

const rows = async () =>
  within(await screen.findByRole('list', { name: 'Mail' })).findAllByRole('link')
const box = () => screen.findByRole('combobox', { name: 'Search mail' })

describe('a search', () => {
  test('is typed after its key, kept by every link, and cleared again', async () => {
    const { user, address } = await renderInbox({ mails: sampleMails(12) })
    await rows()
    await user.keyboard('/')
    const input = await box()
    expect(document.activeElement).toBe(input)
    await user.type(input, 'Subject 11{Enter}')
    await waitFor(() => expect(address()).toBe('/inbox?q=Subject+11'))
    await screen.findByText('1 match')
    const [row] = await rows()
    expect(row?.getAttribute('href')).toBe('/inbox/11?q=Subject+11')
    expect(row?.querySelector('mark')?.textContent).toBe('11')
    await user.click(screen.getByRole('button', { name: 'Clear the search' }))
    await waitFor(() => expect(address()).toBe('/inbox'))
    await user.keyboard('{Escape}')
    await expectShown(screen.findByRole('link', { name: /Subject 12/ }))
  })

  test('is left by one Escape, which closes the suggestions too', async () => {
    const { user } = await renderPanes({ mails: sampleMails(2) })
    await rows()
    await user.keyboard('/')
    await screen.findByRole('listbox', { name: 'Suggestions' })
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('listbox', { name: 'Suggestions' })).toBeNull())
    expect(document.activeElement).not.toBe(await box())
  })

  test('that cannot be read shows where', async () => {
    const problem = 'from: needs a value at character 8'
    await renderPanes({
      mails: sampleMails(1),
      at: '/inbox?q=a+from%3A',
      answers: (fake) =>
        fake.answer(listMails, () => refuse('invalid', { errors: { q: [problem] } })),
    })
    await screen.findByText('This search is not valid')
    screen.getByText(`${problem}.`)
    const link = screen.getByRole('link', { name: 'Show all mail' })
    expect(link.getAttribute('href')).toBe('/inbox')
    expect(screen.queryByRole('button', { name: 'Pin this search' })).toBeNull()
  })

  test('that finds nothing says what to do', async () => {
    await renderPanes({ mails: sampleMails(1), at: '/inbox?q=zebra' })
    await screen.findByText('No mail matches')
    expect(screen.getByRole('link', { name: 'Show all mail' })).toBeDefined()
  })

  test('that finds more than is counted says so', async () => {
    await renderPanes({
      mails: sampleMails(1),
      at: '/inbox/1?q=a',
      answers: (fake) =>
        fake.answer(listMails, () => ({
          data: [sampleSummary(1)],
          meta: samplePageMeta({ total: 1_000, total_is_exact: false, next_cursor: 'm1' }),
        })),
    })
    await screen.findByText('1,000+ matches')
    await expectShown(screen.findByText('1 of 1,000+'))
  })

  test('can be pinned, once', async () => {
    const { user, server } = await renderInbox({ mails: sampleMails(1), at: '/inbox?q=subject' })
    await user.click(await screen.findByRole('button', { name: 'Pin this search' }))
    const nav = within(await screen.findByRole('navigation', { name: 'Main' }))
    await nav.findByRole('link', { name: 'subject' })
    await user.click(screen.getByRole('button', { name: 'Pin this search' }))
    await screen.findByText('This is already pinned.')
    expect(server.count(createPin)).toBe(2)
  })

  test('that was made before is offered in its team, and forgotten when asked', async () => {
    const { id } = sampleTeam()
    localStorage.setItem(
      'recentSearches',
      JSON.stringify({ [id]: ['subject 1', 'old'], [id + 1]: ['of another team'] }),
    )
    const { user, address } = await renderPanes({ mails: sampleMails(1) })
    await rows()
    await user.click(await box())
    await screen.findByRole('option', { name: /old/ })
    expect(screen.queryByRole('option', { name: /another/ })).toBeNull()
    await user.keyboard('{ArrowDown}{ArrowDown}{Shift>}{Delete}{/Shift}')
    await waitFor(() => expect(screen.queryByRole('option', { name: /old/ })).toBeNull())
    await user.click(await screen.findByRole('option', { name: /subject 1/ }))
    await waitFor(() => expect(address()).toBe('/inbox?q=subject+1'))
  })

  test('is made as it is typed, and Back leads to the search before', async () => {
    const { user, address, router } = await renderPanes({
      mails: sampleMails(12),
      at: '/inbox?q=subject',
    })
    await rows()
    const input = await box()
    await user.clear(input)
    await user.type(input, 'Subject 1')
    await waitFor(() => expect(address()).toBe('/inbox?q=Subject+1'))
    await user.type(input, '2')
    await waitFor(() => expect(address()).toBe('/inbox?q=Subject+12'))
    await screen.findByText('1 match')
    expect(document.activeElement).toBe(await box())
    await act(() => router.navigate(-1))
    await waitFor(() => expect(address()).toBe('/inbox?q=subject'))
    await waitFor(async () => expect((await box()).getAttribute('value')).toBe('subject'))
  })

  test.each(['', '{Enter}'])(
    'is gone from the field on the way back, typed with %j',
    async (end) => {
      const { user, address, router } = await renderPanes({ mails: sampleMails(12) })
      await rows()
      await user.type(await box(), `Subject 12${end}`)
      await waitFor(() => expect(address()).toBe('/inbox?q=Subject+12'))
      await screen.findByText('1 match')
      await user.click(await screen.findByRole('link', { name: /Subject 12/ }))
      await waitFor(() => expect(address()).toBe('/inbox/12?q=Subject+12'))
      await act(() => router.navigate(-1))
      await waitFor(async () => expect((await box()).getAttribute('value')).toBe('Subject 12'))
      await act(() => router.navigate(-1))
      await waitFor(() => expect(address()).toBe('/inbox'))
      await waitFor(async () => expect((await box()).getAttribute('value')).toBe(''))
      await act(() => router.navigate(1))
      await waitFor(async () => expect((await box()).getAttribute('value')).toBe('Subject 12'))
    },
  )

  test('that cannot be read yet keeps the last list, and says so after a pause', async () => {
    const problem = 'A parenthesis is not closed at character 1'
    const { user, address } = await renderPanes({ mails: sampleMails(3) })
    await rows()
    const input = await box()
    await user.type(input, 'Subject 3')
    await screen.findByText('1 match')
    await user.type(input, ' (')
    await waitFor(() => expect(address()).toBe('/inbox?q=Subject+3+%28'))
    await expectShown(screen.findByText(problem))
    expect(screen.queryByText('This search is not valid')).toBeNull()
    expect(await rows()).toHaveLength(1)
    await user.keyboard('{Enter}')
    await screen.findByText('This search is not valid')
  })

  test('is completed by senders and recipients, and its help is one key away', async () => {
    const { user } = await renderPanes({ mails: sampleMails(2) })
    await rows()
    const input = await box()
    await user.type(input, 'from:sender2')
    await user.click(await screen.findByRole('option', { name: /from:sender2@rocket\.test/ }))
    expect((await box()).getAttribute('value')).toBe('from:sender2@rocket.test ')
    await user.clear(await box())
    await user.keyboard('?')
    await screen.findByRole('option', { name: /older_than:/ })
    await screen.findByText('Either of them')
  })
})

test('the next word of a search can be typed as soon as a suggestion completed a value', async () => {
  const { user, address } = await renderPanes({ mails: sampleMails(2) })
  await rows()
  const input = await box()
  await user.type(input, 'fro{ArrowDown}{Enter}')
  expect(input.getAttribute('value')).toBe('from:')
  await user.type(input, 'sender2')
  await screen.findByRole('option', { name: /from:sender2@rocket\.test/ })
  await user.keyboard('{ArrowDown}{Enter}is:u')
  expect(input.getAttribute('value')).toBe('from:sender2@rocket.test is:u')
  await screen.findByRole('option', { name: /is:unread/ })
  await user.keyboard('{ArrowDown}{Enter}subject{Enter}')
  await waitFor(() =>
    expect(address()).toBe('/inbox?q=from%3Asender2%40rocket.test+is%3Aunread+subject'),
  )
})

describe('a pin', () => {
  const pins = [
    { id: 1, label: null, query: 'sender2@rocket.test', type: 'sndr' as const, unread: 4 },
  ]

  test('of a sender leads to its mail', async () => {
    const { user, address } = await renderInbox({ mails: sampleMails(3), pins })
    await user.click(await screen.findByRole('link', { name: /^sender2@rocket.test/ }))
    await waitFor(() => expect(address()).toBe('/inbox?sndr=sender2%40rocket.test'))
    await waitFor(async () => expect(await rows()).toHaveLength(1))
  })

  test('is made of a mail’s sender or one of its recipients', async () => {
    const to = ['a@x.test', 'b@x.test'].map((address) => ({ name: '', address }))
    const { user, mailbox } = await renderPanes({
      mails: [sampleSummary(1, { to })],
      at: '/inbox/1',
    })
    const choose = async (item: string) => {
      await user.click(await screen.findByRole('button', { name: 'More actions' }))
      await user.click(await screen.findByRole('menuitem', { name: item }))
    }
    await choose('Pin Sender')
    await waitFor(() => expect(mailbox.pins).toHaveLength(1))
    await choose('b@x.test')
    await waitFor(() => expect(mailbox.pins).toHaveLength(2))
    expect(mailbox.pins).toMatchObject([
      { type: 'sndr', query: 'sender1@rocket.test' },
      { type: 'rcpt', query: 'b@x.test' },
    ])
  })

  test('of the only recipient is one action, however its letters are written', async () => {
    const to = ['Ada@x.test', 'ada@X.test'].map((address) => ({ name: '', address }))
    const { user, mailbox } = await renderPanes({
      mails: [sampleSummary(1, { to })],
      at: '/inbox/1',
    })
    await user.click(await screen.findByRole('button', { name: 'More actions' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Pin Recipient' }))
    await waitFor(() => expect(mailbox.pins).toMatchObject([{ type: 'rcpt', query: 'Ada@x.test' }]))
  })

  test('is renamed and removed by its menu', async () => {
    const { user } = await renderInbox({ mails: sampleMails(1), pins })
    const nav = within(await screen.findByRole('navigation', { name: 'Main' }))
    const choose = async (name: string, item: string) => {
      await user.click(await nav.findByRole('button', { name: `Actions for ${name}` }))
      await user.click(await screen.findByRole('menuitem', { name: item }))
    }
    await choose('sender2@rocket.test', 'Rename')
    const dialog = within(await screen.findByRole('dialog', { name: 'Rename pin' }))
    await user.type(dialog.getByRole('textbox', { name: 'Name' }), 'Billing')
    await user.click(dialog.getByRole('button', { name: 'Rename' }))
    await nav.findByRole('link', { name: 'Billing 4 unread' })
    await choose('Billing', 'Remove pin')
    await waitFor(() => expect(nav.queryByRole('link', { name: /Billing/ })).toBeNull())
  })
})

test('a link to an older mail loads the list down to it', async () => {
  await renderPanes({ mails: sampleMails(20), perPage: 6, at: '/inbox/5' })
  await screen.findByText('16 of 20')
  const selected = await screen.findByRole('link', { name: /Subject 5/, current: true })
  expect(selected.getAttribute('href')).toBe('/inbox/5')
})

describe('a link to a mail far down', () => {
  const subjects = async () => (await rows()).map((row) => row.getAttribute('href'))

  test('opens the list around it, which goes on in both directions', async () => {
    const { user, server } = await renderPanes({
      mails: sampleMails(120),
      perPage: 20,
      at: '/inbox/60',
    })
    await expectShown(screen.findByText('61 of 120'))
    // The newest page and the one around the mail, and at most one above it: not all pages between.
    expect(server.count(listMails)).toBeLessThanOrEqual(3)
    await user.keyboard('k')
    await expectShown(screen.findByText('60 of 120'))
    await user.click(screen.getByRole('button', { name: 'Back to the newest' }))
    await waitFor(async () => expect((await subjects())[0]).toBe('/inbox/120'))
    expect(screen.queryByRole('button', { name: 'Back to the newest' })).toBeNull()
  })

  test('says when the list does not hold it, and leads to all mail', async () => {
    const { user, address } = await renderPanes({
      mails: sampleMails(3),
      at: '/inbox/2?q=Subject+3',
    })
    await screen.findByText('The open message is not in this list.')
    await user.click(screen.getByRole('link', { name: 'Show in All mail' }))
    await waitFor(() => expect(address()).toBe('/inbox/2'))
    await expectShown(screen.findByText('2 of 3'))
  })

  test('that was deleted is said to be in no list', async () => {
    await renderPanes({ mails: sampleMails(3), at: '/inbox/99?q=Subject+3' })
    await screen.findByText('Message not found')
    expect(screen.queryByText('The open message is not in this list.')).toBeNull()
  })

  test('says so of a long list too, and leads to the place in all mail', async () => {
    const mails = sampleMails(90).map((mail) =>
      mail.id % 2 === 0 ? { ...mail, read_at: null } : mail,
    )
    const { user } = await renderPanes({ mails, perPage: 20, at: '/inbox/45?filter=unread' })
    await screen.findByText('The open message is not in this list.')
    await user.click(await screen.findByRole('link', { name: 'Show in All mail' }))
    await expectShown(screen.findByText('46 of 90'))
    expect(screen.queryByText('The open message is not in this list.')).toBeNull()
  })

  test('is made by the same key again after a return to the newest', async () => {
    const { user } = await renderPanes({ mails: sampleMails(90), perPage: 20 })
    await rows()
    await user.keyboard('ge')
    await user.click(await screen.findByRole('button', { name: 'Back to the newest' }))
    await waitFor(async () => expect((await subjects())[0]).toBe('/inbox/90'))
    await user.keyboard('ge')
    await expectShown(screen.findByRole('button', { name: 'Back to the newest' }))
    await expectShown(screen.findByText('90 of 90'))
  })

  test('offers to select all only where the list begins at the newest mail', async () => {
    const { user } = await renderPanes({ mails: sampleMails(120), perPage: 20, at: '/inbox/60' })
    await expectShown(screen.findByText('61 of 120'))
    await user.keyboard('{Control>}a{/Control}')
    await screen.findByRole('toolbar', { name: 'Selected messages' })
    expect(screen.queryByRole('button', { name: /^Select all/ })).toBeNull()
  })

  test('to a day is not made once its dialog was closed', async () => {
    let answer = () => {}
    const { user, server, address } = await renderPanes({ mails: sampleMails(3) })
    await rows()
    await user.keyboard('gt')
    const day = await screen.findByLabelText('Day')
    fireEvent.change(day, { target: { value: '2026-11-21' } })
    const mails = sampleMails(1)
    server.answer(
      listMails,
      () =>
        new Promise((resolve) => {
          answer = () => resolve({ data: mails, meta: samplePageMeta({ total: 1 }) })
        }),
    )
    const before = server.count(listMails)
    await user.click(screen.getByRole('button', { name: 'Jump' }))
    await waitFor(() => expect(server.count(listMails)).toBe(before + 1))
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await act(async () => answer())
    expect(address()).toBe('/inbox')
  })

  test('is made by the keys for the oldest and the next unread mail', async () => {
    const mails = sampleMails(90)
    const unread = mails.map((mail) => (mail.id === 30 ? { ...mail, read_at: null } : mail))
    const { user, address } = await renderPanes({ mails: unread, perPage: 20 })
    await rows()
    await user.keyboard('ge')
    await waitFor(() => expect(address()).toBe('/inbox/1'))
    await expectShown(screen.findByText('90 of 90'))
    await user.keyboard('n')
    await waitFor(() => expect(address()).toBe('/inbox/30'))
  })
})
