import {
  addGuardException,
  createGuard,
  createPin,
  deleteGuard,
  listGuardExceptions,
  listGuards,
  listInboxes,
  listViolations,
  removeGuardException,
  shippedGuards,
  tryGuard,
  updateGuard,
  type Guard,
  type GuardDemand,
  type MailSummary,
} from '@mailstop/contract'
import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { expectShown } from '../../testing/expect-shown.ts'
import { refuse, type FakeServer } from '../../testing/fake-server.ts'
import { renderInbox, sampleSummary } from '../../testing/render-inbox.tsx'
import { sampleInboxes } from '../../testing/sample-inbox.ts'
import { renderPage } from '../../testing/render-page.ts'
import { demandOf, guardRules, settingsText, valuesOf } from './guard-fields.ts'

const created_at = '2026-11-20T09:00:00.000Z'
const guard = (name: string, demand: GuardDemand, change: Partial<Guard> = {}): Guard => ({
  id: 1,
  name,
  on: true,
  demand,
  except: null,
  created_at,
  ...change,
})

type State = { guards: Guard[]; broken: MailSummary[]; excepted: number[] }

function answersOf(state: State) {
  return (server: FakeServer) => {
    server.answer(listGuards, () => ({ data: state.guards }))
    server.answer(createGuard, ({ body }) => {
      if (body.demand.rule === 'no_mail' && body.demand.search === 'a (') {
        return refuse('invalid', { errors: { 'demand.search': ['No end'] } })
      }
      const made = { ...body, id: state.guards.length + 1, created_at }
      state.guards = [...state.guards, made]
      return { data: made }
    })
    server.answer(updateGuard, ({ params, body }) => {
      const changed = state.guards.map((one) =>
        one.id === params.guard ? { ...one, ...body } : one,
      )
      state.guards = changed
      return { data: changed.find(({ id }) => id === params.guard) as Guard }
    })
    server.answer(deleteGuard, ({ params }) => {
      state.guards = state.guards.filter(({ id }) => id !== params.guard)
      return { message: 'Guard removed' }
    })
    server.answer(tryGuard, () => ({
      data: {
        marked: 2,
        looked_at: 41_000,
        total: 50_000,
        days: 30,
        mails: [sampleSummary(4), sampleSummary(3)],
      },
    }))
    server.answer(listViolations, ({ query }) => ({
      data: state.broken.filter(({ id }) => id > Number(query.after ?? 0)),
      meta: { marker: String(state.broken[0]?.id ?? 1), pending: false, guards_on: 1 },
    }))
    server.answer(listGuardExceptions, () => ({
      data: state.excepted.map((id) => sampleSummary(id)),
      meta: { next_cursor: null },
    }))
    server.answer(addGuardException, ({ body }) => {
      state.excepted.push(body.mail)
      return { message: 'Done' }
    })
    server.answer(removeGuardException, ({ params }) => {
      state.excepted = state.excepted.filter((id) => id !== params.mail)
      return { message: 'Done' }
    })
  }
}

const button = (name: string | RegExp) => screen.findByRole('button', { name })
const dialog = async () => within(await screen.findByRole('dialog'))

beforeEach(() => localStorage.clear())

async function renderGuards(guards: Guard[] = []) {
  const state: State = { guards, broken: [], excepted: [] }
  const app = await renderPage({
    at: '/team/guards',
    answers(server) {
      answersOf(state)(server)
      server.answer(listInboxes, () => ({ data: sampleInboxes() }))
      server.answer(createPin, ({ body }) => ({
        data: { ...body, id: 1, label: null, unread: 0 },
      }))
    },
  })
  return { ...app, guardState: state }
}

describe('the page of guards', () => {
  test('says of a guard that it names no inbox of the team, such as after one was renamed', async () => {
    const demand = { rule: 'each_mail', search: 'in:stage', must: 'in:main' } as const
    await renderGuards([
      guard('renamed', demand, { except: '-in:qa' }),
      guard('right', { rule: 'no_mail', search: '"in:qa" in:main' }, { id: 2 }),
    ])
    await screen.findByText('No inbox is called “stage”. No inbox is called “qa”.')
    expect(screen.getAllByText(/No inbox is called/)).toHaveLength(1)
  })

  test('switches one on after its settings and a dry run, and off at once', async () => {
    const { user, guardState } = await renderGuards()
    const name = 'Recipients outside the allowed domains'
    await user.click(await screen.findByRole('switch', { name }))
    const form = await dialog()
    await user.type(form.getByRole('textbox', { name: 'Domains' }), 'acme.test, qa.test')
    await user.click(form.getByRole('button', { name: 'Try it on the last 30 days' }))
    await form.findByText(/, the newest of 50,000/)
    const link = await form.findByRole('link', { name: 'Subject 4' })
    expect(link.getAttribute('href')).toBe('/inbox/4?team=7')
    await user.click(form.getByRole('button', { name: 'Switch on' }))
    await waitFor(() =>
      expect(guardState.guards).toMatchObject([
        {
          name: 'outside-recipient',
          on: true,
          except: null,
          demand: { rule: 'recipients_within', domains: ['acme.test', 'qa.test'] },
        },
      ]),
    )
    await screen.findByText(/Domains: acme.test, qa.test/)
    await user.click(await screen.findByRole('switch', { name, checked: true }))
    await waitFor(() => expect(guardState.guards[0]?.on).toBe(false))
  })

  test('adds, changes and removes a guard of one’s own', async () => {
    const { user, guardState } = await renderGuards()
    await user.click(await button('Add guard'))
    const form = await dialog()
    await user.type(form.getByRole('textbox', { name: 'Name' }), 'no-test')
    await user.type(form.getByRole('textbox', { name: 'Search' }), 'a ({Enter}')
    await form.findByText('No end')
    await user.clear(form.getByRole('textbox', { name: 'Search' }))
    await user.type(form.getByRole('textbox', { name: 'Search' }), 'subject:test')
    await user.type(form.getByRole('textbox', { name: /^Except/ }), 'to:qa@acme.test{Enter}')
    await waitFor(() => expect(guardState.guards[0]?.except).toBe('to:qa@acme.test'))
    guardState.excepted = [9]
    await user.click(await button('Edit guard no-test'))
    const edit = await dialog()
    await user.click(await edit.findByRole('button', { name: 'Remove the exception: Subject 9' }))
    await waitFor(() => expect(guardState.excepted).toEqual([]))
    await user.type(edit.getByRole('textbox', { name: 'Search' }), 's')
    await user.click(edit.getByRole('button', { name: 'Save' }))
    await screen.findByText(/Search: subject:tests/)
    await user.click(await button('Remove guard no-test'))
    await expectShown(screen.findByText('No guards of your own yet'))
  })

  test('pins what is marked in one click', async () => {
    const { user, server } = await renderGuards()
    await user.click(await button('Pin marked messages'))
    await screen.findByText('Pinned guard:any')
    expect(server.calls().find(({ method }) => method === 'POST')?.body).toEqual({
      type: 'q',
      query: 'guard:any',
    })
  })
})

async function renderBroken() {
  const broken_guards = [
    { name: 'duplicate', detail: null },
    { name: 'secret', detail: 'AKIAIOSF…' },
  ]
  const broken = sampleSummary(2, { broken_guards })
  const mails = [broken, sampleSummary(1)]
  const demand: GuardDemand = { rule: 'no_secret' }
  const state: State = { guards: [guard('secret', demand)], broken: [broken], excepted: [] }
  const app = await renderInbox({ mails, at: '/inbox', answers: answersOf(state) })
  const list = within(await screen.findByRole('list', { name: 'Mail' }))
  return { ...app, list, guardState: state }
}

describe('a mail that breaks guards', () => {
  test('says so on its row, and opened, where one of them is told that it was right', async () => {
    const { user, list, guardState } = await renderBroken()
    const rows = list.getAllByRole('link')
    expect(rows[0]?.textContent).toContain('Breaks guards: duplicate, secret')
    expect(rows[1]?.textContent).not.toContain('Breaks guards')
    await user.click(rows[0] as HTMLElement)
    const opened = within(await screen.findByRole('list', { name: 'Broken guards' }))
    const links = opened.getAllByRole('link').map((link) => link.getAttribute('href'))
    expect(links).toEqual(['/inbox?q=guard%3Aduplicate', '/inbox?q=guard%3Asecret'])
    opened.getByText('AKIAIOSF…')
    await user.click(await opened.findByRole('button', { name: 'This was right for secret' }))
    await waitFor(() => expect(guardState.excepted).toEqual([2]))
    await user.click(await button(/^Undo/))
    await waitFor(() => expect(guardState.excepted).toEqual([]))
  })

  test('is announced above the list until somebody has looked', async () => {
    const { user, socket, server } = await renderBroken()
    await waitFor(() => expect(socket.joined()).toContain('teams.7.mails'))
    expect(server.count(listViolations)).toBe(0)
    // The line above the list loads when the page is idle, and listens from then on.
    const event = { team_id: 7, user_id: null, ids: [2], count: 1 }
    await waitFor(() => {
      act(() => socket.send('GuardsBroken', event))
      expect(screen.getByText('1 message breaks guards: duplicate, secret')).toBeTruthy()
    })
    await user.click(await button('Dismiss'))
    await waitFor(() => expect(screen.queryByText(/breaks guards:/)).toBeNull())
    expect(localStorage.getItem('seenViolations:7')).toBe('2')
  })
})

test.each(shippedGuards.map(({ name, demand }) => [name, demand]))(
  'a form keeps what %s demands',
  (_, demand) => {
    expect(demandOf(demand.rule, valuesOf(demand))).toEqual(demand)
  },
)

test('a row says what a guard was set to', () => {
  const text = settingsText({ rule: 'at_most', most: 2, same: 'text', minutes: 5 })
  expect(text).toBe('At most: 2 · The same: text to anybody · Minutes: 5')
  expect(Object.keys(guardRules)).toHaveLength(11)
})
