import { listMails, updateMail } from '@mailstop/contract'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { expectShown } from '../../../testing/expect-shown.ts'
import { refuse } from '../../../testing/fake-server.ts'
import { renderPanes, sampleMails, sampleSummary } from '../../../testing/render-inbox.tsx'
import { samplePageMeta } from '../../../testing/samples.ts'

const list = () => screen.findByRole('list', { name: 'Mail' })
const rows = async () => within(await list()).findAllByRole('link')

describe('the list of mail', () => {
  test('shows sender, subject and recipients of each mail', async () => {
    const at = new Date(Date.now() - 2.5 * 60 * 60 * 1_000).toISOString()
    const arrived = { date: at, received_at: at }
    await renderPanes({
      mails: [
        sampleSummary(2, { ...arrived, read_at: null, flagged: true, attachment_count: 2 }),
        sampleSummary(1, { from: null, subject: '', to: [] }),
      ],
    })
    const [first, second] = await rows()
    expect(first?.textContent).toBe(
      'UnreadFlaggedSender 2To: ada@customer.test2 hours agoSubject 2Beginning of 22 attachments1.0 KB',
    )
    expect(second?.textContent).toMatch(
      /^\(no sender\)To: undisclosed.*\(no subject\)Beginning of 1/,
    )
    screen.getByText('No more items to show')
  })

  test('draws only the rows in view of many mails, and shows their number', async () => {
    await renderPanes({ mails: sampleMails(200), perPage: 200 })
    const drawn = await rows()
    expect(drawn.length).toBeGreaterThanOrEqual(10)
    expect(drawn.length).toBeLessThan(40)
    expect(drawn[0]?.closest('li')?.getAttribute('aria-setsize')).toBe('200')
  })

  test('loads more on a click, from where it ended', async () => {
    const { user, server } = await renderPanes({ mails: sampleMails(8), perPage: 5 })
    await user.click(await screen.findByRole('button', { name: 'Click to load more' }))
    await screen.findByText('No more items to show')
    expect(await rows()).toHaveLength(8)
    const asked = server.calls().filter(({ path }) => path.endsWith('/mails'))
    expect(asked.at(-1)?.query).toBe('?filter=all&cursor=4&per_page=100')
  })

  test('fetches the mail under the pointer before it is opened, and none that the pointer only passed', async () => {
    const { server } = await renderPanes({ mails: sampleMails(3) })
    // Nothing is awaited between the rows, so the pointer cannot rest on the way.
    for (const row of await rows()) fireEvent.pointerEnter(row)
    const fetched = () =>
      server.calls().flatMap(({ path }) => /\/mails\/(\d+)$/.exec(path)?.[1] ?? [])
    await waitFor(() => expect(fetched()).toEqual(['1']))
  })

  test('is filtered as the address says', async () => {
    const mails = [sampleSummary(2, { read_at: null }), sampleSummary(1)]
    const { user, address } = await renderPanes({ mails, at: '/inbox?filter=unread' })
    expect(await rows()).toHaveLength(1)
    screen.getByRole('tab', { name: 'Unread', selected: true })
    await user.click((await rows())[0] as HTMLElement)
    expect(address()).toBe('/inbox/2?filter=unread')
    await user.click(screen.getByRole('tab', { name: 'All mail' }))
    await waitFor(() => expect(address()).toBe('/inbox/2'))
    await waitFor(async () => expect(await rows()).toHaveLength(2))
  })

  test('says what to do when no mail has come yet', async () => {
    await renderPanes({ mails: [] })
    await screen.findByText('No mail yet')
    const link = screen.getByRole('link', { name: 'Get SMTP credentials' })
    expect(link.getAttribute('href')).toBe('/integrations/smtp-credentials')
    screen.getByRole('link', { name: 'Looking for credentials?' })
  })

  test.each([
    ['/inbox?q=is:flagged', 'No flagged mail'],
    ['/inbox?q=absent', 'No mail matches'],
    ['/inbox?q=(', 'This search is not valid'],
  ])('says at %s what fits: %s', async (at, says) => {
    await renderPanes({ mails: sampleMails(1), at })
    await screen.findByText(says)
    await screen.findByText('No message to read')
    expect(screen.queryByText('Looking for credentials?')).toBeNull()
  })

  test('has one tab stop, at the open mail', async () => {
    await renderPanes({ mails: sampleMails(5), at: '/inbox/3' })
    await screen.findByText('Text of 3')
    const list = within(screen.getByRole('list', { name: 'Mail' }))
    const stops = (role: string) =>
      list.getAllByRole(role).filter((element) => element.tabIndex === 0)
    expect(stops('link').map((link) => link.getAttribute('href'))).toEqual(['/inbox/3'])
    expect(stops('checkbox')).toHaveLength(1)
  })

  test('says what went wrong and tries again when asked', async () => {
    const { user, server } = await renderPanes({
      mails: sampleMails(1),
      answers: (fake) => fake.answer(listMails, () => refuse('forbidden')),
    })
    await screen.findByText('Your mail could not be loaded')
    screen.getByText('You are not allowed to do this.')
    server.answer(listMails, () => ({
      data: [sampleSummary(1)],
      meta: samplePageMeta({ total: 1 }),
    }))
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await rows()).toHaveLength(1)
  })

  test('is fetched again by Reload and by its key', async () => {
    const { user, mailbox } = await renderPanes({ mails: sampleMails(1) })
    await rows()
    mailbox.mails = sampleMails(2)
    await user.click(screen.getByRole('button', { name: 'Reload' }))
    await waitFor(async () => expect(await rows()).toHaveLength(2))
    mailbox.mails = sampleMails(3)
    await user.keyboard('r')
    await waitFor(async () => expect(await rows()).toHaveLength(3))
  })
})

describe('by keyboard', () => {
  test.each([
    ['jjk', '/inbox/3'],
    ['{ArrowDown}{ArrowDown}', '/inbox/2'],
    ['{Enter}', '/inbox/3'],
  ])('%s leads to %s', async (keys, address) => {
    const app = await renderPanes({ mails: sampleMails(3) })
    await rows()
    await app.user.keyboard(keys)
    await waitFor(() => expect(app.address()).toBe(address))
    await waitFor(() => {
      const selected = screen.getByRole('link', { current: true, name: /Subject/ })
      expect(selected.getAttribute('href')).toBe(address)
    })
  })

  test('moving through the list leaves one entry in the history', async () => {
    const { user, router, address } = await renderPanes({ mails: sampleMails(3) })
    await rows()
    await user.keyboard('jjj')
    await waitFor(() => expect(address()).toBe('/inbox/1'))
    await router.navigate(-1)
    await waitFor(() => expect(address()).toBe('/inbox'))
  })

  test('Enter belongs to the button that has the focus', async () => {
    const { user, address } = await renderPanes({ mails: sampleMails(2) })
    await rows()
    screen.getByRole('button', { name: 'Reload' }).focus()
    await user.keyboard('{Enter}')
    expect(address()).toBe('/inbox')
  })
})

describe('a list of unread mail that is shown again', () => {
  const shown = () =>
    within(screen.getByRole('list', { name: 'Mail' }))
      .queryAllByRole('link')
      .map((row) => /Subject \d+/.exec(row.textContent)?.[0])
  const choose = async (user: UserEvent, tab: string) =>
    user.click(await screen.findByRole('tab', { name: tab }))

  test.each([
    ['has what was marked unread meanwhile', 2, 'u', ['Subject 4', 'Subject 3', 'Subject 2']],
    ['lacks what was read meanwhile', 3, 'f', ['Subject 4']],
  ])('%s', async (_, id, key, expected) => {
    const { user, mailbox } = await renderPanes({
      mails: [4, 3, 2].map((one) => sampleSummary(one, one > 2 ? { read_at: null } : {})),
      at: '/inbox?filter=unread',
    })
    await waitFor(() => expect(shown()).toEqual(['Subject 4', 'Subject 3']))
    await choose(user, 'All mail')
    await waitFor(() => expect(shown()).toHaveLength(3))
    await user.click(await screen.findByRole('link', { name: new RegExp(`Subject ${id}`) }))
    await screen.findByText(`Text of ${id}`)
    await user.keyboard(key)
    const unread = () => mailbox.mails.filter(({ read_at }) => read_at === null)
    await waitFor(() => expect(unread()).toHaveLength(expected.length))
    await choose(user, 'Unread')
    await waitFor(() => expect(shown()).toEqual(expected))
  })
})

test('the focus in the list follows the open mail, also when its row disappears', async () => {
  const { user } = await renderPanes({ mails: sampleMails(3) })
  await user.click(await screen.findByRole('link', { name: /Subject 3/ }))
  await screen.findByText('Text of 3')
  await user.keyboard('{ArrowDown}')
  await screen.findByText('Text of 2')
  await waitFor(() => expect(document.activeElement?.textContent).toContain('Subject 2'))
  await user.keyboard('#')
  await screen.findByText('Select a message to read it')
  await waitFor(() => expect(document.activeElement?.textContent).toContain('Subject 1'))
})

describe('after a mail was moved to the trash', () => {
  const focused = (subject: string) =>
    waitFor(() => expect(document.activeElement?.textContent).toContain(subject))

  test('the next message opens if the user has chosen so', async () => {
    localStorage.setItem('after-deleting', 'next')
    const { user, address } = await renderPanes({ mails: sampleMails(5), at: '/inbox/4' })
    await screen.findByText('Text of 4')
    await user.keyboard('#')
    await waitFor(() => expect(address()).toBe('/inbox/3'))
    await screen.findByText('Text of 3')
  })

  test.each([
    ['j', '/inbox/3?q=subject'],
    ['k', '/inbox/5?q=subject'],
    ['n', '/inbox/3?q=subject'],
    ['{Enter}', '/inbox/3?q=subject'],
  ])('the next row has the focus, nothing is open or read, and %s leads to %s', async (key, to) => {
    const { user, server, address, router } = await renderPanes({
      mails: [5, 4, 3, 2, 1].map((id) => sampleSummary(id, id === 4 ? {} : { read_at: null })),
      at: '/inbox/4?q=subject',
    })
    await screen.findByText('Text of 4')
    await user.keyboard('#')
    await waitFor(() => expect(address()).toBe('/inbox?q=subject'))
    await screen.findByText('Select a message to read it')
    await focused('Subject 3')
    await screen.findByText('Moved “Subject 4” to trash')
    expect(screen.queryByRole('link', { current: true, name: /Subject/ })).toBeNull()
    expect(server.count(updateMail)).toBe(0)
    await user.keyboard(key)
    await waitFor(() => expect(address()).toBe(to))
    await router.navigate(-1)
    await waitFor(() => expect(address()).toBe('/inbox?q=subject'))
  })

  test('no mail is passed over by j, nor by k at the end of the list', async () => {
    const { user, address } = await renderPanes({ mails: sampleMails(4), at: '/inbox/3' })
    await screen.findByText('Text of 3')
    await user.keyboard('#')
    await focused('Subject 2')
    await user.keyboard('j')
    await waitFor(() => expect(address()).toBe('/inbox/2'))
    await user.keyboard('j')
    await waitFor(() => expect(address()).toBe('/inbox/1'))
    await user.keyboard('#')
    await focused('Subject 2')
    await user.keyboard('k')
    await waitFor(() => expect(address()).toBe('/inbox/2'))
  })

  test('quick fingers open what follows before it is drawn', async () => {
    const { address, mailbox } = await renderPanes({ mails: sampleMails(6), at: '/inbox/5' })
    await screen.findByText('Text of 5')
    act(() => {
      for (const key of ['#', 'j', 'j', '{Delete}', 'j']) {
        const name = key.replaceAll(/[{}]/g, '')
        document.body.dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true }))
      }
    })
    await waitFor(() => expect(address()).toBe('/inbox/2'))
    await waitFor(() => expect(mailbox.mails.map(({ id }) => id)).toEqual([6, 4, 2, 1]))
  })

  test('the key works again on the row that has the focus, and the last row is left', async () => {
    const { user, mailbox, address } = await renderPanes({ mails: sampleMails(3), at: '/inbox/2' })
    await screen.findByText('Text of 2')
    await user.click(screen.getByRole('button', { name: 'Move to trash' }))
    await focused('Subject 1')
    await user.keyboard('#')
    await focused('Subject 3')
    await waitFor(() => expect(mailbox.mails.map(({ id }) => id)).toEqual([3]))
    expect(address()).toBe('/inbox')
  })

  test('on a narrow screen the list is where it was, with the focus on the next row', async () => {
    vi.stubGlobal('matchMedia', (query: string) => ({
      matches: query.includes('max-width'),
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
    }))
    const { user, address } = await renderPanes({ mails: sampleMails(3) })
    await user.click(await screen.findByRole('link', { name: /Subject 3/ }))
    await screen.findByText('Text of 3')
    expect(screen.queryByRole('list', { name: 'Mail' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Move to trash' }))
    await waitFor(() => expect(address()).toBe('/inbox'))
    await focused('Subject 2')
  })
})

test('a list of unread mail counts its rows, also those that were read since', async () => {
  const mails = Array.from({ length: 20 }, (_, at) => sampleSummary(20 - at, { read_at: null }))
  const { user } = await renderPanes({ mails, at: '/inbox?filter=unread', perPage: 15 })
  await rows()
  for (let id = 20; id > 13; id -= 1) {
    await user.keyboard('j')
    await screen.findByText(`Text of ${id}`)
    await waitFor(() => expect(mails.find((mail) => mail.id === id)?.read_at).not.toBeNull())
  }
  await screen.findByText('7 of 20')
})

describe('the chosen tab', () => {
  const chosen = (tab: string) => screen.findByRole('tab', { name: tab, selected: true })

  test('stays when the user goes to a pin, or loads the page again', async () => {
    const { user, router } = await renderPanes({ mails: sampleMails(3) })
    await user.click(await screen.findByRole('tab', { name: 'Unread' }))
    await expectShown(chosen('Unread'))
    await router.navigate('/inbox?sndr=sender1%40rocket.test')
    await screen.findByText('No mail matches')
    await expectShown(chosen('Unread'))
    cleanup()
    await renderPanes({ mails: sampleMails(3) })
    await screen.findByText('No unread mail')
    await user.click(await screen.findByRole('tab', { name: 'All mail' }))
    expect(await rows()).toHaveLength(3)
    await expectShown(chosen('All mail'))
  })

  test.each([
    ['unread', 'all', 'All mail'],
    ['all', 'unread', 'Unread'],
  ])('%s yields to an address that names the tab %s', async (stored, named, tab) => {
    localStorage.setItem('inboxTab.7', stored)
    await renderPanes({ mails: sampleMails(3), at: `/inbox?filter=${named}` })
    await expectShown(chosen(tab))
  })

  test('of one team says nothing about another', async () => {
    localStorage.setItem('inboxTab.8', 'unread')
    await renderPanes({ mails: sampleMails(3) })
    await expectShown(chosen('All mail'))
  })
})
