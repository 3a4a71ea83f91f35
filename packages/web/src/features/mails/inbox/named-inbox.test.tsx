import { deleteMails, updateMails } from '@mailstop/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { expectShown } from '../../../testing/expect-shown.ts'
import { renderInbox, renderPanes, sampleSummary } from '../../../testing/render-inbox.tsx'

const list = () => screen.findByRole('list', { name: 'Mail' })
const rows = async () => within(await list()).findAllByRole('link')
const button = (name: string) => screen.findByRole('button', { name })

const inboxes = ['main', 'staging', 'Web shop']
const mails = () => [
  sampleSummary(4, { inbox: 'staging', read_at: null }),
  sampleSummary(3, { inbox: 'main', read_at: null }),
  sampleSummary(2, { inbox: 'staging' }),
  sampleSummary(1, { inbox: 'Web shop' }),
]
const open = (at: string) => renderPanes({ mails: mails(), inboxes, at })

describe('one of several inboxes', () => {
  test('shows its mail under its name, and stays while mail is opened and searched', async () => {
    const { user, address } = await open('/inbox?inbox=staging')
    expect(await rows()).toHaveLength(2)
    await screen.findByRole('heading', { level: 1, name: 'staging' })
    await waitFor(() => expect(document.title).toContain('(1) staging'))
    const crumbs = within(screen.getByRole('navigation', { name: 'Breadcrumb' }))
    expect(crumbs.getByRole('link', { name: 'Inbox' }).getAttribute('href')).toBe('/inbox')
    crumbs.getByText('staging')
    await user.click((await rows())[1] as HTMLElement)
    expect(address()).toBe('/inbox/2?inbox=staging')
    const field = screen.getByPlaceholderText('Search staging')
    await user.type(field, 'Subject 4{Enter}')
    await waitFor(() => expect(address()).toBe('/inbox/2?inbox=staging&q=Subject+4'))
    await waitFor(async () => expect(await rows()).toHaveLength(1))
    await user.click(await button('Show all in staging'))
    await waitFor(() => expect(address()).toBe('/inbox/2?inbox=staging'))
  })

  test('alone is marked and deleted by what the menu of its list does to all mail', async () => {
    const { user, server, mailbox } = await open('/inbox?inbox=staging')
    await rows()
    await user.click(await button('More'))
    expect(screen.queryByRole('menuitem', { name: /these/ })).toBeNull()
    await user.click(await screen.findByRole('menuitem', { name: 'Mark all read in staging' }))
    await screen.findByText('1 message marked as read')
    expect(mailbox.mails.find(({ id }) => id === 3)?.read_at).toBeNull()
    await user.click(await button('More'))
    await user.click(await screen.findByRole('menuitem', { name: 'Delete all in staging' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete all?' }))
    await dialog.findByText(/^This deletes 2 messages in staging for everyone/)
    await user.click(dialog.getByRole('button', { name: 'Delete all' }))
    await screen.findByText('Deleted 2 messages')
    expect(mailbox.mails.map(({ id }) => id)).toEqual([3, 1])
    expect(server.count(updateMails) + server.count(deleteMails)).toBe(2)
    await screen.findByText('No mail in staging yet')
    await user.keyboard('z')
    await waitFor(async () => expect(await rows()).toHaveLength(2))
  })

  test('without mail leads to its credentials', async () => {
    await renderPanes({ mails: [], inboxes, at: '/inbox?inbox=Web+shop' })
    await screen.findByText('No mail in Web shop yet')
    const link = screen.getByRole('link', { name: 'Get SMTP credentials' })
    expect(link.getAttribute('href')).toBe('/integrations/smtp-credentials?inbox=Web+shop')
  })

  test.each(['gone', 'ä'])('that the team does not have says so: %s', async (name) => {
    const { user, address } = await open(`/inbox?inbox=${name}`)
    await screen.findByText(`This team has no inbox “${name}”`)
    await user.click(screen.getByRole('link', { name: 'Show all mail' }))
    expect(address()).toBe('/inbox')
    expect(await rows()).toHaveLength(4)
  })

  test('keeps a search that finds nothing in it, for all inboxes', async () => {
    const { address, user } = await open('/inbox?inbox=staging&q=Subject+1')
    await screen.findByText('No mail matches')
    await user.click(screen.getByRole('link', { name: 'Search all inboxes' }))
    expect(address()).toBe('/inbox?q=Subject+1')
    expect(await rows()).toHaveLength(1)
  })

  test('that a search names and the team does not have is named beside those that it has', async () => {
    await open('/inbox?q=in:stagin')
    const said = await screen.findByText(/^No inbox is called “stagin”: there are “main”, /)
    expect(said).toBeTruthy()
  })

  test('is a part of its search when that is pinned', async () => {
    const { user, mailbox } = await open('/inbox?inbox=Web+shop&q=Subject')
    await user.click(await button('Pin this search'))
    await waitFor(() => expect(mailbox.pins[0]?.query).toBe('in:"Web shop" Subject'))
  })

  test('is followed by its address when somebody renames it', async () => {
    const { mailbox, socket, address } = await renderInbox({
      mails: mails(),
      inboxes,
      at: '/inbox/2?inbox=staging',
    })
    await waitFor(() => expect(socket.joined()).toEqual(['teams.7.mails']))
    mailbox.inboxes = ['main', 'preview', 'Web shop']
    mailbox.mails = mailbox.mails.map((mail) =>
      mail.inbox === 'staging' ? { ...mail, inbox: 'preview' } : mail,
    )
    socket.send('TeamOutdated', { team_id: 7, user_id: null, part: 'inboxes' })
    await waitFor(() => expect(address()).toBe('/inbox/2?inbox=preview'))
    await waitFor(async () => expect(await rows()).toHaveLength(2))
    await expectShown(screen.findByRole('link', { name: 'Inbox: preview' }))
  })

  test('that ends while it is shown says so, and its open mail too', async () => {
    const { mailbox, socket } = await renderInbox({
      mails: mails(),
      inboxes,
      at: '/inbox/2?inbox=staging',
    })
    await waitFor(() => expect(socket.joined()).toEqual(['teams.7.mails']))
    mailbox.inboxes = ['main']
    mailbox.mails = mailbox.mails.filter(({ inbox }) => inbox !== 'staging')
    socket.send('TeamOutdated', { team_id: 7, user_id: null, part: 'inboxes' })
    await screen.findByText('This team has no inbox “staging”')
    await expectShown(screen.findByText('Message not found'))
  })
})

test('a list of several inboxes names the inbox of each mail but of the first', async () => {
  const { user, address } = await open('/inbox')
  await waitFor(async () =>
    expect((await rows()).map((row) => /Inbox: (.*?)(?=\d+ )/.exec(row.textContent)?.[1])).toEqual([
      'staging',
      undefined,
      'staging',
      'Web shop',
    ]),
  )
  await user.click((await rows())[3] as HTMLElement)
  await user.click(await screen.findByRole('link', { name: 'Inbox: Web shop' }))
  expect(address()).toBe('/inbox?inbox=Web+shop')
})

test('a team with one inbox sees nothing of inboxes', async () => {
  await renderInbox({ mails: [sampleSummary(1)], at: '/inbox/1' })
  await screen.findByText('Text of 1')
  expect(screen.queryByText('Inboxes')).toBeNull()
  expect(screen.queryByText('Inbox:', { exact: false })).toBeNull()
})
