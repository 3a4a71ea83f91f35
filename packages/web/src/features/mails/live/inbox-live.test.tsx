import { getCounters, getMail, listMails, updateMail } from '@mailstop/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { expectShown } from '../../../testing/expect-shown.ts'
import { refuse } from '../../../testing/fake-server.ts'
import { renderInbox, sampleMails, sampleSummary } from '../../../testing/render-inbox.tsx'
import { samplePageMeta } from '../../../testing/samples.ts'
import { rowHeight } from '../window/mail-row.tsx'

const someoneElse = 2
const me = 1
const subjects = () =>
  within(screen.getByRole('list', { name: 'Mail' }))
    .queryAllByRole('link')
    .map((row) => /Subject \d+/.exec(row.textContent)?.[0])

/** The inbox, with everything fetched that is fetched at the start. */
async function renderSettled(options: Parameters<typeof renderInbox>[0]) {
  const app = await renderInbox(options)
  const channel = 'teams.7.mails'
  await waitFor(() => expect(app.socket.joined()).toContain(channel))
  await waitFor(() => expect(app.server.count(listMails)).toBe(1))
  await waitFor(() => expect(subjects().length).toBeGreaterThan(0))
  return app
}

describe('mail that arrives', () => {
  test('appears at the head of the list after one fetch of the newest page', async () => {
    const { socket, server, mailbox } = await renderSettled({ mails: sampleMails(3) })
    mailbox.mails = [sampleSummary(4, { read_at: null }), ...mailbox.mails]
    socket.send('MailReceived', { team_id: 7, user_id: null, ids: [4], count: 1 })
    await waitFor(() =>
      expect(subjects()).toEqual(['Subject 4', 'Subject 3', 'Subject 2', 'Subject 1']),
    )
    expect(server.count(listMails)).toBe(2)
    await screen.findByText('1 new message')
    await waitFor(() => expect(document.title).toBe('(1) Inbox · Mailstop'))
  })

  test('is announced each time, also when the words are the same', async () => {
    const { socket, mailbox } = await renderSettled({ mails: sampleMails(3) })
    const arrive = (id: number) => {
      mailbox.mails = sampleMails(id)
      socket.send('MailReceived', { team_id: 7, user_id: null, ids: [id], count: 1 })
    }
    arrive(4)
    const region = (await screen.findByText('1 new message')).closest('[role=status]')
    if (region === null) throw new Error('the news is in no live region')
    const changes: MutationRecord[] = []
    const observer = new MutationObserver((records) => changes.push(...records))
    observer.observe(region, { childList: true, characterData: true, subtree: true })
    arrive(5)
    await waitFor(() => expect(subjects()[0]).toBe('Subject 5'))
    await waitFor(() => expect(changes.length).toBeGreaterThan(0))
    expect(region.isConnected).toBe(true)
    expect(region.textContent).toBe('1 new message')
    observer.disconnect()
  })

  test('is counted where the list is around a mail far down', async () => {
    const { socket, mailbox } = await renderInbox({
      mails: sampleMails(300),
      perPage: 40,
      at: '/inbox/150',
    })
    await expectShown(screen.findByText('151 of 300'))
    await waitFor(() => expect(socket.joined()).toContain('teams.7.mails'))
    mailbox.mails = sampleMails(301)
    socket.send('MailReceived', { team_id: 7, user_id: null, ids: [301], count: 1 })
    await expectShown(screen.findByText('152 of 301'))
    await screen.findByText('1 new message')
  })

  test('leaves the mail that is being read as it is', async () => {
    const { socket, server, mailbox } = await renderSettled({
      mails: sampleMails(3),
      at: '/inbox/2',
    })
    await screen.findByText('Text of 2')
    const fetched = server.count(getMail)
    mailbox.mails = [sampleSummary(4), ...mailbox.mails]
    socket.send('MailReceived', { team_id: 7, user_id: null, ids: [4], count: 1 })
    await screen.findByText('3 of 4')
    screen.getByText('Text of 2')
    expect(server.count(getMail)).toBe(fetched)
  })

  test('in a burst is fetched a few times, not once for each', async () => {
    const { socket, server, mailbox } = await renderSettled({ mails: sampleMails(3) })
    mailbox.mails = sampleMails(20)
    for (let id = 4; id <= 20; id += 1) {
      socket.send('MailReceived', { team_id: 7, user_id: null, ids: [id], count: 1 })
    }
    await waitFor(() => expect(subjects()[0]).toBe('Subject 20'))
    expect(server.count(listMails)).toBeLessThanOrEqual(4)
  })

  test('that is more than a page is fetched down to what is held', async () => {
    const { socket, mailbox } = await renderSettled({ mails: sampleMails(6), perPage: 3 })
    mailbox.mails = sampleMails(12)
    socket.send('MailReceived', { team_id: 7, user_id: null, ids: [12], count: 6 })
    await waitFor(() => expect(subjects()).toHaveLength(9))
    expect(subjects().at(-1)).toBe('Subject 4')
  })

  test('that is too much to join the held list replaces the list', async () => {
    const { socket, mailbox } = await renderSettled({ mails: sampleMails(6), perPage: 600 })
    mailbox.mails = sampleMails(2_000)
    socket.send('MailReceived', { team_id: 7, user_id: null, ids: [2_000], count: 1_994 })
    await waitFor(() => expect(subjects()[0]).toBe('Subject 2000'))
    const list = screen.getByRole('list', { name: 'Mail' })
    expect(Number.parseInt(list.style.height)).toBe(1_200 * rowHeight)
    const [first] = within(list).getAllByRole('listitem')
    expect(first?.getAttribute('aria-setsize')).toBe('2000')
  })

  test('is counted above a list that is scrolled, until its top is seen', async () => {
    const { socket, mailbox, user } = await renderSettled({ mails: sampleMails(25) })
    const list = screen.getByRole('list', { name: 'Mail' })
    const scroller = list.parentElement ?? list
    scroller.scrollTop = 500
    fireEvent.scroll(scroller)
    mailbox.mails = sampleMails(225)
    socket.send('MailReceived', { team_id: 7, user_id: null, ids: [225], count: 200 })
    const unseen = await screen.findByRole('button', { name: '200 new' })
    expect(scroller.scrollTop).toBe(500 + 200 * rowHeight)
    fireEvent.scroll(scroller)
    // To the user the list stood still, so its rows stay complete.
    expect(within(list).getAllByRole('checkbox').length).toBeGreaterThan(10)
    await user.click(unseen)
    expect(scroller.scrollTop).toBe(0)
    fireEvent.scroll(scroller)
    await waitFor(() => expect(screen.queryByRole('button', { name: '200 new' })).toBeNull())
  })
})

describe('what happens to mail elsewhere', () => {
  test.each([
    ['someone else', someoneElse],
    ['this user in another window', me],
  ])('is shown without fetching the list when it was %s', async (_, user_id) => {
    const { socket, server } = await renderSettled({ mails: sampleMails(3) })
    const read_at = null
    socket.send('MailUpdated', { team_id: 7, user_id, id: 2, read_at, flagged: true })
    await screen.findByRole('link', { name: /Unread.*Flagged.*Subject 2/ })
    expect(server.count(listMails)).toBe(1)
  })

  test('takes a deleted mail out of the list and says so where it was read', async () => {
    const { socket, mailbox } = await renderSettled({ mails: sampleMails(3), at: '/inbox/2' })
    await screen.findByText('Text of 2')
    mailbox.mails = mailbox.mails.filter(({ id }) => id !== 2)
    socket.send('MailDeleted', { team_id: 7, user_id: someoneElse, id: 2 })
    await screen.findByText('Message not found')
    expect(subjects()).toEqual(['Subject 3', 'Subject 1'])
  })

  test('brings a mail marked unread into the list of unread ones', async () => {
    const { socket, mailbox } = await renderSettled({
      mails: [sampleSummary(3, { read_at: null }), sampleSummary(2), sampleSummary(1)],
      at: '/inbox?filter=unread',
    })
    mailbox.mails = mailbox.mails.map((mail) => (mail.id === 2 ? { ...mail, read_at: null } : mail))
    const event = { team_id: 7, user_id: someoneElse, id: 2, read_at: null, flagged: false }
    socket.send('MailUpdated', event)
    await waitFor(() => expect(subjects()).toEqual(['Subject 3', 'Subject 2']))
  })

  test('to many mails at once fetches the list again', async () => {
    const { socket, mailbox } = await renderSettled({ mails: sampleMails(3) })
    mailbox.mails = sampleMails(3, { flagged: true })
    socket.send('InboxOutdated', { team_id: 7, user_id: me })
    const list = within(await screen.findByRole('list', { name: 'Mail' }))
    expect(await list.findAllByRole('link', { name: /Flagged/ })).toHaveLength(3)
  })

  test('counts are fetched again whatever happens', async () => {
    const { socket, server } = await renderSettled({ mails: sampleMails(3) })
    await waitFor(() => expect(server.count(getCounters)).toBeGreaterThan(0))
    const before = server.count(getCounters)
    socket.send('MailDeleted', { team_id: 7, user_id: me, id: 3 })
    await waitFor(() => expect(server.count(getCounters)).toBeGreaterThan(before))
  })
})

test('a pin that someone else renames shows its new name without fetching the list', async () => {
  const pin = { id: 1, label: 'Bills', query: 'bill', type: 'q' as const, unread: 0 }
  const { socket, server, mailbox } = await renderSettled({ mails: sampleMails(3), pins: [pin] })
  await screen.findByRole('link', { name: /^Bills/ })
  const before = server.count(listMails)
  mailbox.pins = [{ ...pin, label: 'Invoices' }]
  socket.send('TeamOutdated', { team_id: 7, user_id: someoneElse, part: 'counters' })
  await screen.findByRole('link', { name: /^Invoices/ })
  expect(server.count(listMails)).toBe(before)
})

test('what was missed before the channel was joined comes with the join', async () => {
  const event = { team_id: 7, user_id: someoneElse, id: 2, read_at: null, flagged: true }
  const { socket, server } = await renderInbox({
    mails: sampleMails(3),
    joins: () => ({
      ok: true,
      recent: [{ name: 'MailUpdated', event, ago_ms: 0 }],
      complete_ms: Infinity,
    }),
  })
  await screen.findByRole('link', { name: /Unread.*Flagged.*Subject 2/ })
  expect(socket.joins()).toEqual(['teams.7.mails'])
  expect(server.count(listMails)).toBe(1)
})

test('everything is fetched again after a join that may have missed something', async () => {
  const { server } = await renderInbox({
    mails: sampleMails(3),
    joins: () => ({ ok: true, recent: [], complete_ms: 0 }),
  })
  await waitFor(() => expect(server.count(listMails)).toBe(2))
})

test('after a broken connection everything is fetched again', async () => {
  const { socket, mailbox } = await renderSettled({ mails: sampleMails(3) })
  socket.breakConnection()
  mailbox.mails = [sampleSummary(4), sampleSummary(3, { flagged: true })]
  socket.restoreConnection()
  await waitFor(() => expect(subjects()).toEqual(['Subject 4', 'Subject 3']))
  screen.getByRole('link', { name: /Flagged.*Subject 3/ })
})

test('the channel of the team is joined once on every page', async () => {
  const { router, socket } = await renderSettled({ mails: sampleMails(3) })
  await router.navigate('/integrations/smtp-credentials')
  await screen.findByRole('heading', { name: 'SMTP credentials' })
  await router.navigate('/inbox')
  await waitFor(() => expect(subjects()).toHaveLength(3))
  expect(socket.joins()).toEqual(['teams.7.mails'])
})

test('what changed while another screen was shown is there on coming back', async () => {
  const { router, mailbox, socket } = await renderSettled({ mails: sampleMails(3) })
  await router.navigate('/integrations/smtp-credentials')
  await screen.findByRole('heading', { name: 'SMTP credentials' })
  mailbox.mails = [sampleSummary(4), sampleSummary(3, { flagged: true })]
  socket.send('InboxOutdated', { team_id: 7, user_id: someoneElse })
  await router.navigate('/inbox')
  await waitFor(() => expect(subjects()).toEqual(['Subject 4', 'Subject 3']))
  await screen.findByRole('link', { name: /Flagged.*Subject 3/ })
})

test('what changed while another list was shown is there on coming back, although a mail was marked meanwhile', async () => {
  const { router, mailbox, socket } = await renderSettled({ mails: sampleMails(3) })
  await router.navigate('/inbox?q=Subject+1')
  await waitFor(() => expect(subjects()).toEqual(['Subject 1']))
  mailbox.mails = sampleMails(3, { flagged: true })
  socket.send('InboxOutdated', { team_id: 7, user_id: someoneElse })
  await screen.findByRole('link', { name: /Flagged.*Subject 1/ })
  const marks = { read_at: null, flagged: true }
  socket.send('MailUpdated', { team_id: 7, user_id: someoneElse, id: 1, ...marks })
  await screen.findByRole('link', { name: /Unread.*Subject 1/ })
  await router.navigate('/inbox')
  await waitFor(() => expect(subjects()).toHaveLength(3))
  await screen.findByRole('link', { name: /Flagged.*Subject 2/ })
})

test('a list by a tag has the mail that got the tag while another list was shown', async () => {
  const tagged = (id: number) => sampleSummary(id, { subject: `tag:red Subject ${id}` })
  const { router, mailbox } = await renderSettled({
    mails: [sampleSummary(3), tagged(2)],
    at: '/inbox?q=tag:red',
  })
  await router.navigate('/inbox')
  await waitFor(() => expect(subjects()).toHaveLength(2))
  mailbox.mails = [tagged(3), tagged(2)]
  await router.navigate('/inbox?q=tag:red')
  await waitFor(() => expect(subjects()).toEqual(['Subject 3', 'Subject 2']))
})

test('a list by the check has a mail once it is checked', async () => {
  const failed = (id: number) => sampleSummary(id, { subject: `check:fail Subject ${id}` })
  const { mailbox, socket } = await renderSettled({ mails: [failed(2)], at: '/inbox?q=check:fail' })
  mailbox.mails = [failed(3), failed(2)]
  socket.send('TeamOutdated', { team_id: 7, user_id: null, part: 'verdicts' })
  await waitFor(() => expect(subjects()).toEqual(['Subject 3', 'Subject 2']))
})

test('a mail that breaks a guard says so in the unread ones, where the mail that was just read stays', async () => {
  const { user, mailbox, socket } = await renderSettled({
    mails: sampleMails(3, { read_at: null }),
    at: '/inbox?filter=unread',
  })
  await user.click(screen.getByRole('link', { name: /Subject 2/ }))
  await expectShown(screen.findByText('Text of 2'))
  await waitFor(() => expect(mailbox.mails[1]?.read_at).not.toBeNull())
  const broken_guards = [{ name: 'placeholder', detail: '{{name}}' }]
  mailbox.mails = mailbox.mails.map((mail) => (mail.id === 1 ? { ...mail, broken_guards } : mail))
  socket.send('GuardsBroken', { team_id: 7, user_id: null, ids: [1], count: 1 })
  await expectShown(
    screen.findByRole('link', { name: /Breaks guards.*Subject 1|Subject 1.*Breaks guards/ }),
  )
  expect(subjects()).toEqual(['Subject 3', 'Subject 2', 'Subject 1'])
})

test('the mail that a list holds no more of is counted out of it', async () => {
  const { socket, mailbox } = await renderSettled({
    mails: sampleMails(30),
    at: '/inbox/30',
    perPage: 5,
  })
  await expectShown(screen.findByText('1 of 30'))
  mailbox.mails = mailbox.mails.filter(({ id }) => id !== 1)
  socket.send('MailDeleted', { team_id: 7, user_id: someoneElse, id: 1 })
  await expectShown(screen.findByText('1 of 29'))
})

test('what this user does in another window shows while a change of another mail is on its way', async () => {
  const { user, socket, server } = await renderSettled({ mails: sampleMails(2), at: '/inbox/1' })
  await screen.findByText('Text of 1')
  server.answer(updateMail, () => new Promise(() => undefined))
  await user.keyboard('f')
  await screen.findByRole('link', { name: /Flagged.*Subject 1/ })
  socket.send('MailUpdated', { team_id: 7, user_id: me, id: 2, read_at: null, flagged: false })
  await expectShown(screen.findByRole('link', { name: /Unread.*Subject 2/ }))
})

test('mail whose fetch fails comes without another event', async () => {
  const { socket, server, mailbox } = await renderSettled({ mails: sampleMails(3) })
  mailbox.mails = sampleMails(4)
  let failed = false
  server.answer(listMails, () => {
    if (failed) return { data: mailbox.mails, meta: samplePageMeta({ total: 4 }) }
    failed = true
    return refuse('unavailable')
  })
  socket.send('MailReceived', { team_id: 7, user_id: null, ids: [4], count: 1 })
  await waitFor(() => expect(subjects()[0]).toBe('Subject 4'))
})
