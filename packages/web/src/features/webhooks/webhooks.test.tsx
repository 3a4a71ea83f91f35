import {
  createWebhook,
  deleteWebhook,
  listInboxes,
  listWebhookDeliveries,
  listWebhooks,
  replayWebhook,
  replayWebhookDelivery,
  rollWebhookSecret,
  testWebhook,
  updateWebhook,
  type Webhook,
  type WebhookDelivery,
} from '@mailstop/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { refuse } from '../../testing/fake-server.ts'
import { sampleInboxes } from '../../testing/sample-inbox.ts'
import { renderPage } from '../../testing/render-page.ts'

const at = '2026-11-20T09:00:00.000Z'
const secret = 'whsec_dGhlIHNlY3JldCBvZiBhIHRlc3Q='

const webhook = (change: Partial<Webhook> = {}): Webhook => ({
  id: 1,
  name: 'Builds',
  kind: 'standard',
  url: 'https://ci.example.test/hook',
  events: ['mail.received'],
  filter: 'in:staging',
  contents: false,
  state: 'on',
  failing_since: null,
  last: null,
  previous_until: null,
  created_at: at,
  ...change,
})

const delivery = (change: Partial<WebhookDelivery> = {}): WebhookDelivery => ({
  id: 5,
  message: 'msg_5',
  event: 'mail.received',
  mail: { id: 42, subject: 'Your order' },
  about: null,
  state: 'failed',
  attempts: 10,
  created_at: at,
  next_attempt_at: null,
  request: '{"type":"mail.received"}',
  last: { at, status: 500, answer: 'out of order' },
  ...change,
})

const ofDrill = delivery({
  id: 6,
  event: 'drill.ended',
  mail: null,
  about: 'greylist in main: 2 of 214 lost.',
  last: null,
  state: 'sent',
  request: null,
})

async function open(webhooks: Webhook[]) {
  const state = { webhooks, sent: [] as unknown[] }
  const note = (what: unknown) => void state.sent.push(what)
  const changed = (change: Partial<Webhook>) => {
    state.webhooks = state.webhooks.map((one) => ({ ...one, ...change }))
    return { data: state.webhooks[0] ?? webhook() }
  }
  const page = await renderPage({
    at: '/integrations/webhooks',
    answers(server) {
      server.answer(listWebhooks, () => ({ data: state.webhooks }))
      server.answer(listInboxes, () => ({ data: sampleInboxes() }))
      server.answer(createWebhook, ({ body }) => {
        if (body.filter === '(') return refuse('invalid', { errors: { filter: ['No end'] } })
        note(body)
        const made = webhook({ ...body, id: 2 })
        state.webhooks = [...state.webhooks, made]
        return { data: { ...made, secret: body.kind === 'standard' ? secret : null } }
      })
      server.answer(updateWebhook, ({ body }) => {
        note(body)
        const { on, url: _url, ...settings } = body
        return changed({
          ...(Object.fromEntries(
            Object.entries(settings).filter(([, value]) => value !== undefined),
          ) as Partial<Webhook>),
          ...(on !== undefined && { state: on ? 'on' : 'off' }),
        })
      })
      server.answer(deleteWebhook, () => {
        state.webhooks = []
        return { message: 'Webhook removed' }
      })
      server.answer(rollWebhookSecret, () => ({ data: { ...webhook(), secret } }))
      server.answer(testWebhook, () => ({
        data: { at, ok: false, status: 404, answer: 'no such hook', ms: 31, request: '{}' },
      }))
      server.answer(listWebhookDeliveries, ({ query }) => ({
        data: query.state === 'queued' ? [] : [delivery(), ofDrill],
        meta: { next_cursor: null },
      }))
      server.answer(replayWebhookDelivery, ({ params }) => {
        note(params.delivery)
        return { message: 'It is being sent again' }
      })
      server.answer(replayWebhook, ({ body }) => {
        note(body)
        return { message: '3 deliveries will be sent again', count: 3 }
      })
    },
  })
  return { ...page, state }
}

const dialog = async () => within(await screen.findByRole('dialog'))

test('a webhook is made, and its secret is shown once', async () => {
  const { user, state } = await open([])
  await screen.findByText('No webhooks yet')
  await user.click(screen.getByRole('button', { name: 'Add webhook' }))
  const form = await dialog()
  await user.type(form.getByRole('textbox', { name: 'Name' }), 'Staging')
  await user.type(form.getByRole('textbox', { name: 'Address' }), 'https://ci.example.test/hook')
  await user.click(form.getByRole('checkbox', { name: 'A message breaks a guard' }))
  await user.type(form.getByRole('textbox', { name: /^Only messages/ }), '(')
  await user.click(form.getByRole('button', { name: 'Add webhook' }))
  await form.findByText('No end')
  await user.clear(form.getByRole('textbox', { name: /^Only messages/ }))
  await user.click(form.getByRole('button', { name: 'Add webhook' }))
  await screen.findByText(`MAILSTOP_WEBHOOK_SECRET=${secret}`)
  expect(state.sent).toEqual([
    {
      name: 'Staging',
      kind: 'standard',
      url: 'https://ci.example.test/hook',
      events: ['mail.received', 'guard.broken'],
      filter: null,
      contents: false,
    },
  ])
  await user.click((await dialog()).getByRole('button', { name: 'Done' }))
  await screen.findByText('Staging')
  await waitFor(() => expect(screen.queryByText(/MAILSTOP_WEBHOOK_SECRET/)).toBeNull())
})

test('the address of a chat stays when its field is left empty', async () => {
  const { user, state } = await open([webhook({ kind: 'slack', url: 'https://hooks.slack.com/…' })])
  await user.click(await screen.findByRole('button', { name: 'Actions for Builds' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Edit' }))
  const form = await dialog()
  await user.click(form.getByRole('checkbox', { name: /^Send the code/ }))
  await user.click(form.getByRole('button', { name: 'Save' }))
  await screen.findByText(/with its code and links/)
  expect(state.sent).toEqual([
    { name: 'Builds', events: ['mail.received'], filter: 'in:staging', contents: true },
  ])
})

test('a test says how it ended, and the log sends again what failed', async () => {
  const { user, state } = await open([webhook()])
  await user.click(await screen.findByRole('button', { name: 'Send a test to Builds' }))
  await screen.findByText('It does not work')
  await screen.findByText('no such hook')
  await user.click(screen.getByRole('button', { name: 'Log of Builds' }))
  const log = within(await screen.findByRole('region', { name: 'Log of Builds' }))
  await log.findByText('A message is caught · Failed, tried 10 times: 500')
  expect(log.getByText('out of order')).toBeDefined()
  const link = log.getByRole('link', { name: 'Your order' })
  expect(link.getAttribute('href')).toBe('/inbox/42?team=7')
  expect(log.getByText('greylist in main: 2 of 214 lost.')).toBeDefined()
  await user.click(log.getByRole('button', { name: /^Send again: Your order/ }))
  await screen.findByText('It is being sent again')
  await user.click(screen.getByRole('button', { name: 'Actions for Builds' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Send again what failed' }))
  await screen.findByText('3 deliveries will be sent again')
  expect(state.sent).toEqual([5, { since: at }])
})

test('a webhook is switched off, its secret replaced, and it is removed', async () => {
  const { user, state } = await open([webhook()])
  const choose = async (item: string) => {
    await user.click(await screen.findByRole('button', { name: 'Actions for Builds' }))
    await user.click(await screen.findByRole('menuitem', { name: item }))
  }
  await choose('Switch off')
  await screen.findByText('Builds is off')
  expect(state.sent).toEqual([{ on: false }])
  await choose('Replace the secret')
  await user.click((await dialog()).getByRole('button', { name: 'Replace secret' }))
  await screen.findByText(`MAILSTOP_WEBHOOK_SECRET=${secret}`)
  await user.click((await dialog()).getByRole('button', { name: 'Done' }))
  await choose('Remove')
  await user.click((await dialog()).getByRole('button', { name: 'Remove webhook' }))
  await screen.findByText('No webhooks yet')
})

test('a webhook whose filter names no inbox of the team says so', async () => {
  await open([webhook(), webhook({ id: 2, name: 'Shop', filter: 'in:"Web shop"' })])
  await screen.findByText('No inbox is called “Web shop”.')
  expect(screen.getAllByText(/No inbox is called/)).toHaveLength(1)
})

test('what is wrong with a webhook is said beside it', async () => {
  await open([
    webhook({ state: 'gone', last: { at, status: 410, answer: '' } }),
    webhook({
      id: 2,
      name: 'Chat',
      failing_since: at,
      last: { at, status: null, answer: 'The connection broke off.' },
    }),
  ])
  expect(await screen.findByRole('img', { name: 'Off: the address is gone' })).toBeDefined()
  expect(screen.getByRole('img', { name: 'On, but it fails' })).toBeDefined()
  expect(screen.getByText(/The connection broke off[.]/)).toBeDefined()
})
