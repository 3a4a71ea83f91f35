import {
  createRule,
  deleteRule,
  listDeliveries,
  listInboxes,
  listRules,
  matchRules,
  resendRuleVerification,
  updateRule,
  type Delivery,
  type Rule,
} from '@mailstop/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { expectShown } from '../../testing/expect-shown.ts'
import { refuse, type FakeServer } from '../../testing/fake-server.ts'
import { renderPage } from '../../testing/render-page.ts'
import { sampleInboxes } from '../../testing/sample-inbox.ts'

const at = '/integrations/forwarding'

const sampleRule = (change: Partial<Rule> = {}): Rule => ({
  id: 3,
  name: 'Invoices',
  email: 'books@rocket.test',
  status: 'enabled',
  rules: { from: null, to: null, subject: '*invoice*' },
  inbox: null,
  withdrawn_at: null,
  created_at: '2026-11-20T09:00:00.000Z',
  ...change,
})

const sampleDelivery = (change: Partial<Delivery> = {}): Delivery => ({
  id: 1,
  mail: { id: 40, subject: 'Your invoice' },
  state: 'sent',
  attempts: 1,
  answer: '250 2.0.0 Ok: queued as 4F2',
  created_at: '2026-11-21T09:00:00.000Z',
  next_attempt_at: null,
  settled_at: '2026-11-21T09:00:01.000Z',
  ...change,
})

/** A server that keeps rules. */
async function renderRules(rules: Rule[], answers?: (server: FakeServer) => void) {
  const held = { rules, tried: [] as unknown[] }
  const app = await renderPage({
    at,
    answers(server) {
      server.answer(listRules, () => ({ data: held.rules }))
      server.answer(matchRules, ({ query }) => {
        held.tried.push(query)
        return { data: { matched: query.subject ? 4 : 100, of: 100 } }
      })
      server.answer(createRule, ({ body }) => {
        const made = sampleRule({ id: 9, ...body, inbox: null, status: 'pending_verification' })
        held.rules = [...held.rules, made]
        return { data: made }
      })
      server.answer(updateRule, ({ params, body }) => {
        const rule = held.rules.find(({ id }) => id === params.rule)
        if (!rule) return refuse('not_found')
        const { name = rule.name, email = rule.email, status = rule.status } = body
        const changed = { ...rule, name, email, status, rules: body.rules ?? rule.rules }
        held.rules = held.rules.map((one) => (one.id === rule.id ? changed : one))
        return { data: changed }
      })
      server.answer(deleteRule, ({ params }) => {
        held.rules = held.rules.filter(({ id }) => id !== params.rule)
        return { message: 'Rule deleted successfully' }
      })
      server.answer(resendRuleVerification, () => ({ message: 'A new verification is being sent' }))
      answers?.(server)
    },
  })
  return { ...app, held }
}

const list = () => screen.findByRole('list', { name: 'Forwarding rules' })

async function openMenu(app: Awaited<ReturnType<typeof renderRules>>, name = 'Invoices') {
  await list()
  await app.user.click(screen.getByRole('button', { name: `Actions for ${name}` }))
  const items = await screen.findAllByRole('menuitem')
  return items.map(({ textContent }) => textContent)
}

test('Set-up opens the rule form with the address, and Add adds a rule', async () => {
  const { user, held } = await renderRules([])
  await screen.findByRole('heading', { name: 'Email forwarding' })
  screen.getByText("Manage your team's email forwarding rule")
  await screen.findByText('No forwarding rules yet')
  await user.type(screen.getByLabelText('Email'), 'books@rocket.test')
  await user.click(screen.getByRole('button', { name: 'Set-up' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add rule' }))
  expect(dialog.getByLabelText<HTMLInputElement>('Email').value).toBe('books@rocket.test')
  dialog.getByText(
    'Unless the email is part of the team, an email is sent to the address for approval and the link is valid for 24h.',
  )
  await user.click(dialog.getByRole('button', { name: 'Add' }))
  await dialog.findByText('Name is a required field')
  await user.type(dialog.getByLabelText('Name'), 'Invoices')
  await user.type(dialog.getByLabelText('Subject'), '*invoice*')
  await user.click(dialog.getByRole('button', { name: 'Add' }))
  await screen.findByText('Rule created successfully')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  within(await list()).getByRole('img', { name: 'Pending verification' })
  within(await list()).getByText('Pending verification')
  expect(held.rules[0]?.rules).toEqual({ from: null, to: null, subject: '*invoice*' })
})

test('the form is empty again after it was closed', async () => {
  const { user } = await renderRules([])
  await user.click(await screen.findByRole('button', { name: 'Set-up' }))
  let dialog = within(await screen.findByRole('dialog', { name: 'Add rule' }))
  await user.type(dialog.getByLabelText('Name'), 'Half typed')
  await user.click(dialog.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.click(screen.getByRole('button', { name: 'Set-up' }))
  dialog = within(await screen.findByRole('dialog', { name: 'Add rule' }))
  expect(dialog.getByLabelText<HTMLInputElement>('Name').value).toBe('')
})

test('the rule form says how many of the last mails would have matched, once typing pauses', async () => {
  const { user, held } = await renderRules([])
  await user.click(await screen.findByRole('button', { name: 'Set-up' }))
  const dialog = within(await screen.findByRole('dialog'))
  await dialog.findByText('Without patterns, the rule matches every message.')
  await user.type(dialog.getByLabelText('Subject'), '*invoice*')
  await dialog.findByText('Matches 4 of the last 100 messages.')
  expect(held.tried).toHaveLength(2)
  expect(held.tried.at(-1)).toEqual({ from: null, to: null, subject: '*invoice*' })
})

test('what the server cannot do stands in the dialog: no relay, or an address of its own', async () => {
  const noRelay = 'This server cannot send mail yet. Its operator has to set MAIL_URL.'
  const own = 'This address belongs to this server.'
  let refusal = refuse('conflict', { message: noRelay })
  const { user } = await renderRules([], (server) => server.answer(createRule, () => refusal))
  await user.type(await screen.findByLabelText('Email'), 'books@rocket.test{Enter}')
  const dialog = within(await screen.findByRole('dialog', { name: 'Add rule' }))
  await user.type(dialog.getByLabelText('Name'), 'Invoices{Enter}')
  await dialog.findByText(noRelay)
  refusal = refuse('invalid', {
    errors: { email: [own], 'rules.from': ['This pattern is too long.'] },
  })
  await user.click(dialog.getByRole('button', { name: 'Add' }))
  await dialog.findByText(own)
  await expectShown(dialog.findByText('This pattern is too long.'))
})

test('Edit changes a rule, its patterns included', async () => {
  const app = await renderRules([sampleRule()])
  await openMenu(app)
  await app.user.click(screen.getByRole('menuitem', { name: 'Edit' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit rule' }))
  expect(dialog.getByLabelText<HTMLInputElement>('Subject').value).toBe('*invoice*')
  await app.user.clear(dialog.getByLabelText('Subject'))
  await app.user.clear(dialog.getByLabelText('Name'))
  await app.user.type(dialog.getByLabelText('Name'), 'Everything')
  await app.user.click(dialog.getByRole('button', { name: 'Update' }))
  await screen.findByText('Rule updated successfully')
  const row = within(await list())
  row.getByText('Everything')
  row.getByText('All mail')
})

test.each([
  ['enabled', 'Enabled', ['Disable', 'Edit', 'Delete']],
  ['disabled', 'Disabled', ['Enable', 'Edit', 'Delete']],
  ['pending_verification', 'Pending verification', ['Resend verification', 'Edit', 'Delete']],
] as const)('a rule that is %s says so and offers %s', async (status, label, actions) => {
  const app = await renderRules([sampleRule({ status })])
  const row = within(await list())
  row.getByText('Invoices')
  row.getByText('books@rocket.test')
  const icon = row.getByRole('img', { name: label })
  expect(icon.dataset['tooltip']).toBe(label)
  expect(await openMenu(app)).toEqual(actions)
})

test('a rule whose address wants no more says so', async () => {
  const withdrawn = { withdrawn_at: '2026-11-21T09:00:00.000Z' } as const
  const app = await renderRules([sampleRule({ status: 'pending_verification', ...withdrawn })])
  const row = within(await list())
  row.getByText(
    'The owner of this address has stopped emails from Mailstop. Only they can allow them again.',
  )
  expect(await openMenu(app)).toContain('Resend verification')
})

test('Disable and Enable turn each other', async () => {
  const app = await renderRules([sampleRule()])
  await openMenu(app)
  await app.user.click(screen.getByRole('menuitem', { name: 'Disable' }))
  await screen.findByText('Rule updated successfully')
  await within(await list()).findByRole('img', { name: 'Disabled' })
  await openMenu(app)
  await app.user.click(screen.getByRole('menuitem', { name: 'Enable' }))
  await expectShown(within(await list()).findByRole('img', { name: 'Enabled' }))
})

test('a pending rule is asked for again', async () => {
  const app = await renderRules([sampleRule({ status: 'pending_verification' })])
  await openMenu(app)
  await app.user.click(screen.getByRole('menuitem', { name: 'Resend verification' }))
  await screen.findByText('A new verification is being sent')
  expect(app.server.count(resendRuleVerification)).toBe(1)
})

test('a rule is deleted once that is confirmed', async () => {
  const app = await renderRules([sampleRule()])
  await openMenu(app)
  await app.user.click(screen.getByRole('menuitem', { name: 'Delete' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete rule?' }))
  expect(app.held.rules).toHaveLength(1)
  await app.user.click(dialog.getByRole('button', { name: 'Delete rule' }))
  await screen.findByText('Rule deleted successfully')
  await screen.findByText('No forwarding rules yet')
})

test('next to a rule are its last deliveries: mail, state and the answer of the relay', async () => {
  const { user, server, socket } = await renderRules([sampleRule()], (fake) =>
    fake.answer(listDeliveries, () => ({
      data: [
        sampleDelivery(),
        sampleDelivery({ id: 2, mail: null, state: 'failed', attempts: 2, answer: '550 5.1.1 no' }),
      ],
    })),
  )
  await list()
  expect(server.count(listDeliveries)).toBe(0)
  await user.click(screen.getByRole('button', { name: 'Last deliveries of Invoices' }))
  const panel = within(await screen.findByRole('region', { name: 'Last deliveries of Invoices' }))
  const link = await panel.findByRole('link', { name: 'Your invoice' })
  expect(link.getAttribute('href')).toBe('/inbox/40?team=7')
  panel.getByText('250 2.0.0 Ok: queued as 4F2')
  panel.getByText('This message was deleted')
  panel.getByText('Failed, tried twice')

  server.answer(listDeliveries, () => ({
    data: [sampleDelivery({ id: 3, mail: { id: 41, subject: '' }, state: 'queued', attempts: 0 })],
  }))
  await waitFor(() => expect(socket.joined()).toHaveLength(1))
  socket.send('MailReceived', { team_id: 7, user_id: null, ids: [41], count: 1 })
  await panel.findByText('Queued')
  panel.getByRole('link', { name: '(no subject)' })
})

test('a rule that forwarded nothing yet says what has to happen', async () => {
  const { user } = await renderRules([sampleRule({ status: 'pending_verification' })], (fake) =>
    fake.answer(listDeliveries, () => ({ data: [] })),
  )
  await list()
  await user.click(screen.getByRole('button', { name: 'Last deliveries of Invoices' }))
  await expectShown(screen.findByText(/The owner of the address has to agree first\.$/))
})

test('what another does to the rules shows, and a failure offers another try', async () => {
  let fails = true
  const { user, socket, held } = await renderRules([sampleRule()], (server) =>
    server.answer(listRules, () => (fails ? refuse('forbidden') : { data: held.rules })),
  )
  await screen.findByText('The forwarding rules could not be loaded')
  fails = false
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await list()
  await waitFor(() => expect(socket.joined()).toHaveLength(1))
  held.rules = [sampleRule({ name: 'Renamed elsewhere' })]
  socket.send('TeamOutdated', { team_id: 7, user_id: 2, part: 'rules' })
  await screen.findByText('Renamed elsewhere')
})

test('in a team with several inboxes a rule may forward the mail of one of them alone', async () => {
  const shop = { id: 3, name: 'shop' }
  const rule = sampleRule({ inbox: shop })
  const sent: unknown[] = []
  const app = await renderRules([rule], (server) => {
    server.answer(listInboxes, () => ({ data: sampleInboxes() }))
    server.answer(updateRule, ({ body }) => {
      sent.push(body)
      return { data: { ...rule, inbox: null } }
    })
  })
  const { user, held } = app
  expect((await list()).textContent).toContain('Inboxshop')
  await openMenu(app)
  await user.click(screen.getByRole('menuitem', { name: 'Edit' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit rule' }))
  const choice = await dialog.findByRole('combobox', { name: 'Inbox' })
  await waitFor(() => expect(held.tried.at(-1)).toMatchObject({ inbox: 3 }))
  await user.click(choice)
  await user.click(await screen.findByRole('option', { name: 'Every inbox' }))
  await user.click(dialog.getByRole('button', { name: 'Update' }))
  await screen.findByText('Rule updated successfully')
  expect(sent).toMatchObject([{ inbox: null }])
})
