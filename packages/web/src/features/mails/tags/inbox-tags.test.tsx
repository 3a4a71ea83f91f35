import { updateMail } from '@mailstop/contract'
import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { expectShown } from '../../../testing/expect-shown.ts'
import { refuse } from '../../../testing/fake-server.ts'
import {
  renderInbox,
  renderPanes,
  sampleMails,
  sampleSummary,
} from '../../../testing/render-inbox.tsx'

const list = () => screen.findByRole('list', { name: 'Mail' })
const suggestions = () => screen.findAllByRole('option')
const chips = () =>
  screen
    .queryAllByRole('button', { name: /^Take .* away$/ })
    .map((button) => button.getAttribute('aria-label')?.slice(5, -5))
const opened = () => screen.findByRole('list', { name: 'Tags' })

test('a row shows two tags and how many more, and a click on one shows all mail with it', async () => {
  const tags = ['run 42', 'shop', 'welcome', 'x']
  const { user, address } = await renderPanes({ mails: [sampleSummary(1, { tags })] })
  const row = within(await list()).getByRole('link')
  expect(row.textContent).toContain('Tags: run 42, shop, welcome, x')
  within(row).getByText('+2')
  await user.click(within(row).getByText('run 42'))
  await waitFor(() => expect(address()).toBe('/inbox?q=tag%3A%22run+42%22'))
})

test('an open mail links to its tags, and loses one by its button', async () => {
  const mails = [sampleSummary(1, { tags: ['run42', 'shop'] })]
  const { user, mailbox } = await renderPanes({ mails, at: '/inbox/1' })
  const tags = within(await opened())
  expect(tags.getByRole('link', { name: 'run42' }).getAttribute('href')).toBe(
    `/inbox?q=${encodeURIComponent('tag:run42')}`,
  )
  await user.click(tags.getByRole('button', { name: 'Remove tag run42' }))
  await waitFor(() => expect(tags.queryByText('run42')).toBeNull())
  await waitFor(() => expect(mailbox.mails[0]?.tags).toEqual(['shop']))
})

test('T asks for tags, which the open mail gets at once', async () => {
  const { user, mailbox } = await renderPanes({ mails: sampleMails(2), at: '/inbox/2' })
  await screen.findByText('Text of 2')
  await user.keyboard('t')
  const field = await screen.findByRole('combobox', { name: 'Tags' })
  await user.type(field, '<a>{Enter}')
  await expectShown(screen.findByText(/A tag has 1 to 100 letters/))
  await user.clear(field)
  await user.type(field, 'run42, Shop, RUN42, x{Enter}')
  expect(chips()).toEqual(['run42', 'Shop', 'x'])
  await user.keyboard('{Backspace}')
  expect(chips()).toEqual(['run42', 'Shop'])
  await user.keyboard('{Enter}')
  within(await opened()).getByText('Shop')
  await waitFor(() => expect(mailbox.mails[0]?.tags).toEqual(['Shop', 'run42']))
})

test('the tags of the team are suggested, and chosen by the pointer and by the arrow keys', async () => {
  const { user, mailbox } = await renderPanes({
    mails: [sampleSummary(2), sampleSummary(1, { tags: ['billing', 'login', 'shop'] })],
    at: '/inbox/2',
  })
  await screen.findByText('Text of 2')
  await user.keyboard('t')
  await user.type(await screen.findByRole('combobox', { name: 'Tags' }), 'IN')
  expect((await suggestions()).map(({ textContent }) => textContent)).toEqual([
    'billing1',
    'login1',
  ])
  await user.click((await suggestions())[0] as HTMLElement)
  expect(chips()).toEqual(['billing'])
  await user.keyboard('s')
  await waitFor(async () => expect(await suggestions()).toHaveLength(1))
  await user.keyboard('{ArrowDown}{Enter}')
  expect(chips()).toEqual(['billing', 'shop'])
  await user.click(screen.getByRole('button', { name: 'Take billing away' }))
  await user.click(screen.getByRole('button', { name: 'Add' }))
  await waitFor(() => expect(mailbox.mails[0]?.tags).toEqual(['shop']))
})

test('a refused tag is taken away again, with the reason', async () => {
  const { user } = await renderPanes({
    mails: [sampleSummary(1, { tags: ['kept'] })],
    at: '/inbox/1',
    answers: (server) =>
      server.answer(updateMail, ({ body }) =>
        body.add_tags
          ? refuse('invalid', { errors: { add_tags: ['A message has at most 100 tags'] } })
          : refuse('internal'),
      ),
  })
  await user.click(within(await opened()).getByRole('button', { name: 'Add a tag' }))
  await user.type(await screen.findByRole('combobox', { name: 'Tags' }), 'more{Enter}{Enter}')
  await expectShown(screen.findByText(/at most 100 tags/))
  const tags = within(await opened())
  expect(tags.queryByText('more')).toBeNull()
  tags.getByText('kept')
})

test('selected mail is tagged together, and its rows show it', async () => {
  const { user, server, mailbox } = await renderPanes({ mails: sampleMails(3) })
  await within(await list()).findAllByRole('link')
  await user.keyboard('{Control>}a{/Control}')
  await user.click(await screen.findByRole('button', { name: 'Tag' }))
  await screen.findByRole('dialog', { name: 'Tag 3 messages' })
  await user.type(await screen.findByRole('combobox', { name: 'Tags' }), 'late{Enter}{Enter}')
  await expectShown(screen.findByText('3 messages changed'))
  const sent = server.calls().find(({ method }) => method === 'PATCH')
  expect(sent?.body).toEqual({ add_tags: ['late'], ids: [3, 2, 1] })
  expect(mailbox.mails.every(({ tags }) => tags.includes('late'))).toBe(true)
  await waitFor(async () => expect(within(await list()).getAllByText('late')).toHaveLength(3))
})

test('tags that change in another window are shown', async () => {
  const { socket } = await renderInbox({ mails: sampleMails(1), at: '/inbox/1' })
  await screen.findByText('Text of 1')
  const event = { team_id: 7, user_id: 9, id: 1, read_at: null, flagged: false, tags: ['theirs'] }
  await waitFor(() => expect(socket.joined()).toContain('teams.7.mails'))
  act(() => socket.send('MailUpdated', event))
  within(await opened()).getByText('theirs')
})
