import {
  createTagRule,
  deleteTag,
  deleteTagRule,
  getTagging,
  listInboxes,
  listTagRules,
  listTags,
  tagKey,
  updateTag,
  updateTagRule,
  type Tag,
  type TaggingRule,
} from '@mailstop/contract'
import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { expectShown } from '../../testing/expect-shown.ts'
import { refuse, type FakeServer } from '../../testing/fake-server.ts'
import { renderInbox, sampleSummary } from '../../testing/render-inbox.tsx'
import { sampleInboxes } from '../../testing/sample-inbox.ts'
import { renderPage } from '../../testing/render-page.ts'

const tag = (name: string, color: Tag['color'] = null): Tag => ({
  name,
  total: 2,
  unread: 1,
  color,
})
const created_at = '2026-11-20T09:00:00.000Z'

/** A server with tags and rules that change. */
function answersOf(state: { tags: Tag[]; rules: TaggingRule[] }) {
  return (server: FakeServer) => {
    server.answer(getTagging, () => ({ data: { plus_addresses: true } }))
    server.answer(listTags, ({ query }) => ({
      data: state.tags.filter(({ color }) => query.colored === undefined || color !== null),
    }))
    server.answer(updateTag, ({ query, body }) => {
      const { name, merge = false, color } = body
      const others = state.tags.filter((one) => tagKey(one.name) !== tagKey(query.tag))
      const old = state.tags.find((one) => !others.includes(one)) ?? tag(query.tag)
      const isThere = others.some((one) => one.name === name)
      if (isThere && !merge) return refuse('conflict')
      const changed = { ...old, name: name ?? old.name, ...(color !== undefined && { color }) }
      state.tags = isThere ? others : [...others, changed]
      return { message: 'Done', count: 2 }
    })
    server.answer(deleteTag, ({ query }) => {
      state.tags = state.tags.filter(({ name }) => name !== query.tag)
      return { message: 'Done', count: 2 }
    })
    server.answer(listInboxes, () => ({ data: sampleInboxes() }))
    server.answer(listTagRules, () => ({ data: state.rules }))
    server.answer(createTagRule, ({ body }) => {
      if (body.search === 'a (') return refuse('invalid', { errors: { search: ['No end'] } })
      const rule = { ...body, id: state.rules.length + 1, created_at }
      state.rules = [...state.rules, rule]
      return { data: rule }
    })
    server.answer(updateTagRule, ({ params, body: { search, tags } }) => {
      const [rule] = state.rules.filter(({ id }) => id === params.tag_rule) as [TaggingRule]
      const changed = { ...rule, ...(search && { search }), ...(tags && { tags }) }
      state.rules = state.rules.map((one) => (one === rule ? changed : one))
      return { data: changed }
    })
    server.answer(deleteTagRule, ({ params }) => {
      state.rules = state.rules.filter(({ id }) => id !== params.tag_rule)
      return { message: 'Rule removed' }
    })
  }
}

async function renderTags(tags: Tag[], rules: TaggingRule[] = []) {
  const state = { tags, rules }
  const app = await renderPage({ at: '/team/tags', answers: answersOf(state) })
  const rows = (name: string) => screen.findByRole('list', { name }).then((list) => within(list))
  return { ...app, rows, tagState: state }
}

const button = (name: string) => screen.findByRole('button', { name })
const dialog = async () => within(await screen.findByRole('dialog'))

test('a tag gets another name and a color, which all who watch the team see', async () => {
  const { user, rows, tagState, socket } = await renderTags([tag('ops'), tag('shop', 'red')])
  await user.click(await button('Edit tag ops'))
  const form = await dialog()
  await user.click(form.getByRole('radio', { name: 'Teal' }))
  await user.clear(form.getByRole('textbox', { name: 'Name' }))
  await user.type(form.getByRole('textbox', { name: 'Name' }), 'alerts{Enter}')
  await expectShown(screen.findByText('Tag renamed to alerts'))
  expect(tagState.tags).toContainEqual(tag('alerts', 'teal'))
  const list = await rows('Tags of the team')
  expect(list.getByRole('link', { name: 'alerts' }).getAttribute('href')).toBe(
    `/inbox?q=${encodeURIComponent('tag:alerts')}`,
  )
  tagState.tags = [tag('theirs')]
  act(() => socket.send('TeamOutdated', { team_id: 7, user_id: 9, part: 'tags' }))
  await list.findByRole('link', { name: 'theirs' })
})

test('a name that another tag has is asked about before both become one', async () => {
  const { user, tagState } = await renderTags([tag('ops'), tag('alerts')])
  await user.click(await button('Edit tag ops'))
  const form = await dialog()
  const name = form.getByRole('textbox', { name: 'Name' })
  await user.clear(name)
  await user.type(name, 'alerts{Enter}')
  await form.findByText(/All messages tagged ops get it instead/)
  expect(tagState.tags).toHaveLength(2)
  await user.type(name, 's')
  expect(form.queryByText(/get it instead/)).toBeNull()
  await user.type(name, '{Backspace}{Enter}')
  await user.click(await form.findByRole('button', { name: 'Merge' }))
  await waitFor(() => expect(tagState.tags).toEqual([tag('alerts')]))
})

test('a tag is deleted after a question that says what happens', async () => {
  const { user, tagState } = await renderTags([tag('ops')])
  await user.click(await button('Delete tag ops'))
  const question = await dialog()
  question.getByText('It is taken from 2 messages, which stay. Rules no longer add it.')
  await user.click(question.getByRole('button', { name: 'Delete tag' }))
  await expectShown(screen.findByText('No tags yet'))
  expect(tagState.tags).toEqual([])
})

test('many tags are found by a part of their names', async () => {
  const { user, rows } = await renderTags(Array.from({ length: 40 }, (_, at) => tag(`run${at}`)))
  const list = await rows('Tags of the team')
  expect(list.getAllByRole('link')).toHaveLength(30)
  screen.getByText('10 more. Type a part of a name to find them.')
  await user.type(screen.getByRole('textbox', { name: 'Find a tag' }), 'N39')
  expect(list.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['run39'])
})

test('a rule that names no inbox of the team says so', async () => {
  const rule = { id: 1, search: 'alert in:QA', tags: ['ops'], created_at }
  await renderTags([], [rule, { ...rule, id: 2, search: 'alert in:Staging' }])
  await screen.findByText('No inbox is called “QA”.')
  expect(screen.getAllByText(/No inbox is called/)).toHaveLength(1)
})

test('a rule is added, changed and removed', async () => {
  const { user, rows, tagState } = await renderTags([])
  await user.click(await button('Add rule'))
  const form = await dialog()
  await user.type(form.getByRole('combobox', { name: 'Tags' }), '<x>')
  await user.type(form.getByRole('textbox', { name: 'Search' }), 'a ({Enter}')
  await form.findByText(/A tag has 1 to 100 letters/)
  await user.clear(form.getByRole('combobox', { name: 'Tags' }))
  await user.type(form.getByRole('combobox', { name: 'Tags' }), 'ops, shop')
  await user.click(form.getByRole('button', { name: 'Add rule' }))
  await form.findByText('No end')
  await user.clear(form.getByRole('textbox', { name: 'Search' }))
  await user.type(form.getByRole('textbox', { name: 'Search' }), 'alert{Enter}')
  const list = await rows('Rules')
  expect(list.getByRole('link').textContent).toBe('alert')
  await user.click(await button('Edit rule alert'))
  const edit = await dialog()
  for (const tag of ['ops', 'shop']) {
    await user.click(edit.getByRole('button', { name: `Take ${tag} away` }))
  }
  await user.type(edit.getByRole('combobox', { name: 'Tags' }), 'late')
  await user.click(edit.getByRole('button', { name: 'Save' }))
  await list.findByText('late')
  expect(tagState.rules).toMatchObject([{ search: 'alert', tags: ['late'] }])
  await user.click(await button('Remove rule alert'))
  await expectShown(screen.findByText('No rules yet'))
})

test('the search of the inbox becomes a rule, also for the mail that it finds now', async () => {
  const state = { tags: [], rules: [] as TaggingRule[] }
  const { user, server, mailbox } = await renderInbox({
    mails: [sampleSummary(1, { subject: 'Invoice' })],
    at: '/inbox?q=invoice',
    answers: answersOf(state),
  })
  await screen.findByRole('list', { name: 'Mail' })
  await user.click(await screen.findByRole('combobox', { name: 'Search mail' }))
  await user.click(await button('Tag what matches from now on…'))
  const form = await dialog()
  await user.type(form.getByRole('combobox', { name: 'Tags' }), 'money')
  await user.click(form.getByRole('checkbox', { name: /match now/ }))
  await user.click(form.getByRole('button', { name: 'Add rule' }))
  await expectShown(screen.findByText(/^Rule added, and 1 message/))
  expect(state.rules).toMatchObject([{ search: 'invoice', tags: ['money'] }])
  const sent = server.calls().find(({ method }) => method === 'PATCH')
  expect([sent?.query, sent?.body]).toEqual(['?q=invoice', { add_tags: ['money'] }])
  expect(mailbox.mails[0]?.tags).toEqual(['money'])
})

test('a chip has the color of its tag, and none where nobody chose one', async () => {
  const state = { tags: [tag('Ops', 'teal')], rules: [] }
  const mails = [sampleSummary(1, { tags: ['ops', 'shop'] })]
  await renderInbox({ mails, answers: answersOf(state) })
  const list = within(await screen.findByRole('list', { name: 'Mail' }))
  const dots = () => list.getAllByText(/^(ops|shop)$/).map((chip) => chip.querySelector('.tag-dot'))
  await waitFor(() =>
    expect(dots().map((dot) => dot?.getAttribute('style') ?? null)).toEqual([
      'background: var(--tag-teal);',
      null,
    ]),
  )
})
