import {
  createInbox,
  deleteInbox,
  getCounters,
  getInboxCredentials,
  listInboxes,
  listSmtpSessions,
  listTeams,
  mailChannel,
  restoreMails,
  rotateInbox,
  sendTestMail,
  updateInbox,
  type Inbox,
  type Team,
} from '@mailstop/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ConnectPage } from './connect-page.tsx'
import { ofCurrentTeam } from './with-team.tsx'
import { expectShown } from '../../testing/expect-shown.ts'
import { refuse, type FakeServer } from '../../testing/fake-server.ts'
import { renderScreen } from '../../testing/render-app.tsx'
import { renderPage } from '../../testing/render-page.ts'
import { sampleInbox, sampleInboxes } from '../../testing/sample-inbox.ts'
import { sampleCounters, sampleTeam, sampleUser } from '../../testing/samples.ts'

const at = '/integrations/smtp-credentials'
const inDays = (days: number) => new Date(Date.now() + days * 24 * 60 * 60_000).toISOString()

const credentialsOf = ({ username }: Inbox, password = 'secret') => ({
  host: 'mail.rocket.test',
  ports: [2525],
  starttls_ports: [],
  tls_ports: [],
  pop3_ports: [],
  pop3s_ports: [],
  self_signed: false,
  username,
  password: `${password}-of-${username}`,
})

/** The page of a team with these inboxes, which other members can change meanwhile; `whole` with the layout around it. */
async function renderInboxes(
  inboxes = sampleInboxes(),
  search = '',
  { whole = false, ...team }: Partial<Team> & { whole?: boolean } = {},
) {
  const store = { inboxes, restored: '' }
  const found = (id: number) => store.inboxes.find((one) => one.id === id) as Inbox
  const teams = [sampleTeam({ type: 'shared', ...team })]
  const options = {
    at: at + search,
    as: sampleUser(),
    teams,
    answers(server: FakeServer) {
      server.answer(listTeams, () => ({ data: teams }))
      server.answer(getCounters, () => ({
        data: sampleCounters({
          inboxes:
            store.inboxes.length < 2
              ? []
              : store.inboxes.map((one) => ({ ...one, archived: one.archived_at !== null })),
        }),
      }))
      server.answer(listInboxes, () => ({ data: store.inboxes }))
      server.answer(createInbox, ({ body }) => {
        if (store.inboxes.some(({ name }) => name === body.name)) {
          return refuse('invalid', { errors: { name: ['There is one already.'] } })
        }
        const { expires_in = null } = body
        const made = sampleInbox(store.inboxes.length + 1, body.name, { expires_in })
        store.inboxes = [...store.inboxes, made]
        return { data: { ...made, credentials: credentialsOf(made) } }
      })
      server.answer(updateInbox, ({ params, body: { archived, ...body } }) => {
        const archived_at = archived ? inDays(0) : null
        const changed = { ...found(params.inbox), ...body, archived_at }
        store.inboxes = store.inboxes.map((one) => (one.id === changed.id ? changed : one))
        return { data: changed }
      })
      server.answer(deleteInbox, ({ params }) => {
        const { total: count } = found(params.inbox)
        store.inboxes = store.inboxes.filter(({ id }) => id !== params.inbox)
        return { message: 'Inbox ended', deletion: 'd1', count, ids: [] }
      })
      server.answer(getInboxCredentials, ({ params }) => ({
        data: credentialsOf(found(params.inbox)),
      }))
      server.answer(rotateInbox, ({ params }) => ({
        data: credentialsOf(found(params.inbox), 'new'),
      }))
      server.answer(restoreMails, ({ body }) => {
        store.restored = body.deletion ?? ''
        return { message: 'Restored', count: 3, ids: [] }
      })
      server.answer(sendTestMail, () => ({ data: { mail: 4711 } }))
      server.answer(listSmtpSessions, () => ({ data: [], meta: { next_cursor: null } }))
    },
  }
  const app = await (whole
    ? renderPage(options)
    : renderScreen(options, at, ofCurrentTeam(ConnectPage)))
  const last = (method: string) => app.server.calls().findLast((call) => call.method === method)
  return { ...app, store, last }
}

const button = (name: string) => screen.findByRole('button', { name })
const dialog = async () => within(await screen.findByRole('dialog'))
const list = async () =>
  within(await screen.findByRole('list', { name: 'Inboxes with their credentials' }))
const row = async (name: string) =>
  (await (await list()).findByRole('link', { name })).closest('li')
const valueOf = async (label: string) =>
  (await screen.findByText(label, { selector: 'dt' })).parentElement?.querySelector('dd')
    ?.textContent

type App = Awaited<ReturnType<typeof renderInboxes>>
async function choose({ user }: App, inbox: string, item: string) {
  await user.click(await button(`Actions for ${inbox}`))
  await user.click(await screen.findByRole('menuitem', { name: item }))
}

test('a team with one inbox sees its credentials alone, and asks for no list, until it makes another', async () => {
  const { user, server, address, last } = await renderInboxes([sampleInbox(1, 'main')])
  expect(await valueOf('Username')).toBe('team-7-k2f9')
  expect(screen.queryByRole('heading', { name: 'Inboxes' })).toBeNull()
  expect(server.count(listInboxes)).toBe(0)
  await user.click(await button('New inbox'))
  const form = await dialog()
  await user.type(form.getByRole('textbox', { name: 'Name' }), 'main{Enter}')
  await form.findByText('There is one already.')
  await user.clear(form.getByRole('textbox', { name: 'Name' }))
  await user.type(form.getByRole('textbox', { name: 'Name' }), 'a/b{Enter}')
  await form.findByText(/^A name has 1 to 100 letters/)
  await user.clear(form.getByRole('textbox', { name: 'Name' }))
  await user.type(form.getByRole('textbox', { name: 'Name' }), 'preview 7')
  await user.type(form.getByRole('textbox', { name: /^Ends after/ }), '3{Enter}')
  await screen.findByRole('heading', { name: 'preview 7' })
  expect(last('POST')?.body).toEqual({ name: 'preview 7', expires_in: 259_200 })
  expect(address()).toBe(`${at}?inbox=preview+7`)
  expect(await valueOf('Password')).toBe('secret-of-user-preview 7')
})

test('the list says of each inbox who uses it, what it takes and keeps, and whether it ends', async () => {
  const staging = sampleInbox(2, 'staging', {
    last_used_at: new Date(Date.now() - 5 * 60_000).toISOString(),
    mails_of_day: 12,
    networks: ['10.0.0.0/8', '192.0.2.7'],
    recipients: ['*@acme.test'],
    per_minute: 60,
    retention_days: 7,
    retention_mails: 1_000,
    previous_until: inDays(1),
  })
  const ending = { archived_at: inDays(-1), expires_at: inDays(2.4) }
  const old = sampleInbox(3, 'old', { ...ending, mails_of_day: 10_000 })
  await renderInboxes([sampleInbox(1, 'main'), staging, old], '?inbox=STAGING')
  const texts = (await (await list()).findAllByRole('listitem')).map((one) => one.textContent)
  expect(texts).toEqual([
    'mainuser-main · Never used · 0 messages in 24 hours',
    'staginguser-staging · Last used 5 minutes ago · 12 messages in 24 hours' +
      'From 10.0.0.0/8 and 1 more · To *@acme.test · 60 messages a minute · Keeps 7 days and 1,000 messages',
    'oldArchivedEnds in 2 days without mailuser-old · Never used · 10,000+ messages in 24 hours',
  ])
  await expectShown((await list()).findByRole('link', { name: 'staging', current: true }))
  await expectShown(screen.findByText(/^The password before this one works until/))
})

test('an inbox has its own credentials, code, examples and test message; the first one has the team’s', async () => {
  const { user, address, last } = await renderInboxes(sampleInboxes(), '', {
    mail_domain: 'k3v9m2p8.mail.example',
  })
  expect(await valueOf('Username')).toBe('team-7-k2f9')
  expect(await valueOf('Team code')).toBe('k3v9m2p8')
  await user.click(await button('Rotate credentials'))
  expect((await dialog()).getByText(/^“main” gets a new username/)).toBeTruthy()
  await user.click((await dialog()).getByRole('button', { name: 'Cancel' }))
  await user.click(await (await list()).findByRole('link', { name: 'shop' }))
  expect(address()).toBe(`${at}?inbox=shop`)
  expect(await valueOf('Inbox code')).toBe('code0003')
  expect(await valueOf('Mail domain')).toBe('code0003.mail.example')
  expect((await screen.findByLabelText(/ example$/)).textContent).toContain('secret-of-user-shop')
  await user.click(await button('Send a test message'))
  await screen.findByText('The test message was caught and is in the inbox.')
  expect(last('POST')?.body).toEqual({ inbox: 3 })
  await user.click(screen.getByRole('tab', { name: 'Refused' }))
  await screen.findByText('Nothing was refused')
  await waitFor(() => expect(last('GET')?.query).toBe('?inbox=3'))
  await user.click(await screen.findByRole('combobox', { name: 'Inbox' }))
  await user.click(await screen.findByRole('option', { name: 'All inboxes' }))
  await waitFor(() => expect(address()).toBe(at))
})

test('settings send what was changed, refuse at the field, and ask before older mail is deleted', async () => {
  const app = await renderInboxes(undefined, '?inbox=shop')
  const { user, server, last, address } = app
  await choose(app, 'shop', 'Name and settings')
  const form = await dialog()
  const type = async (name: string | RegExp, text: string) => {
    await user.clear(form.getByRole('textbox', { name }))
    await user.type(form.getByRole('textbox', { name }), text)
  }
  await type('Name', 'web shop')
  await type('Networks of its apps', '10.0.0.0/8, here')
  await type('Messages a minute', '0{Enter}')
  await form.findByText('Enter a whole number from 1 to 100,000, or nothing')
  await type('Messages a minute', '60{Enter}')
  await form.findByText('Enter IP addresses or networks such as 10.0.0.0/8')
  await type('Networks of its apps', '10.0.0.0/8')
  await type('Days', '7{Enter}')
  await form.findByText(/cannot be restored/)
  expect(server.count(updateInbox)).toBe(1)
  await user.click(form.getByRole('button', { name: 'Delete older mail' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const body = { name: 'web shop', networks: ['10.0.0.0/8'], per_minute: 60, retention_days: 7 }
  expect(last('PATCH')?.body).toEqual(body)
  await waitFor(() => expect(address()).toBe(`${at}?inbox=web+shop`))
})

test('a new password is shown at once, and the old one may live on for a while', async () => {
  const app = await renderInboxes(undefined, '?inbox=shop')
  const { user, server, last } = app
  expect(await valueOf('Password')).toBe('secret-of-user-shop')
  await user.click(await button('New password'))
  const form = await dialog()
  await user.click(form.getByRole('combobox', { name: 'The old password ends' }))
  await user.click(await screen.findByRole('option', { name: 'In 24 hours' }))
  server.answer(getInboxCredentials, () => ({ data: credentialsOf(sampleInbox(3, 'shop'), 'new') }))
  await user.click(form.getByRole('button', { name: 'New password' }))
  await screen.findByText('shop has a new password')
  expect(last('POST')?.body).toEqual({ grace_hours: 24 })
  expect(await valueOf('Password')).toBe('new-of-user-shop')
  await user.click(await button('New password'))
  const chosen = (await dialog()).getByRole('combobox', { name: 'The old password ends' })
  expect(chosen.textContent).toContain('Now')
})

test('settings take back nothing that another member changes meanwhile', async () => {
  const app = await renderInboxes(undefined, '?inbox=shop', { whole: true })
  const { user, last, socket, store } = app
  await waitFor(() => expect(socket.joined()).toEqual([mailChannel(7)]))
  // The sidebar has such a menu too.
  const page = within(await screen.findByRole('main'))
  await user.click(await page.findByRole('button', { name: 'Actions for shop' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Name and settings' }))
  const form = await dialog()
  const shop = { ...sampleInbox(3, 'shop'), recipients: ['*@acme.test'], archived_at: null }
  store.inboxes = [...store.inboxes.slice(0, 2), shop]
  const asked = app.server.count(listInboxes)
  socket.send('TeamOutdated', { team_id: 7, user_id: 2, part: 'inboxes' })
  await waitFor(() => expect(app.server.count(listInboxes)).toBeGreaterThan(asked))
  await user.clear(form.getByRole('textbox', { name: 'Name' }))
  await user.type(form.getByRole('textbox', { name: 'Name' }), 'web shop{Enter}')
  await screen.findByText('Inbox changed')
  expect(last('PATCH')?.body).toEqual({ name: 'web shop' })
})

test('an inbox is archived and brought back', async () => {
  const app = await renderInboxes(undefined, '?inbox=shop')
  await choose(app, 'shop', 'Archive')
  await screen.findByText('shop is archived: it takes no mail')
  expect((await row('shop'))?.textContent).toContain('Archived')
  await expectShown(screen.findByText('It is archived: it takes no mail, and keeps what it has.'))
  expect(screen.queryByText('Username', { selector: 'dt' })).toBeNull()
  await choose(app, 'shop', 'Bring back')
  await waitFor(async () => expect((await row('shop'))?.textContent).not.toContain('Archived'))
})

test('an inbox is deleted with its mail after a question, and its mail can be restored', async () => {
  const app = await renderInboxes(undefined, '?inbox=shop')
  const { user, store, address } = app
  await choose(app, 'shop', 'Delete')
  const question = await dialog()
  await question.findByText(/with 3 messages, which can be restored for an hour/)
  await user.click(question.getByRole('button', { name: 'Delete inbox' }))
  await user.click(await button('Restore mail'))
  await screen.findByText('3 messages restored. shop stays deleted.')
  await waitFor(() => expect(store.restored).toBe('d1'))
  expect(address()).toBe(at)
  expect(await valueOf('Username')).toBe('team-7-k2f9')
  expect((await list()).queryByRole('link', { name: 'shop' })).toBeNull()
})

test('what another member does shows at once; an address of a name that is gone says so', async () => {
  const { socket, store } = await renderInboxes(undefined, '?inbox=shop', { whole: true })
  await screen.findByRole('heading', { name: 'shop' })
  await waitFor(() => expect(socket.joined()).toEqual([mailChannel(7)]))
  store.inboxes = [...store.inboxes.slice(0, 2), sampleInbox(3, 'web shop')]
  socket.send('TeamOutdated', { team_id: 7, user_id: 2, part: 'inboxes' })
  await expectShown(screen.findByText(/^There is no inbox “shop”/))
  await expectShown((await list()).findByRole('link', { name: 'web shop' }))
})

test.each([
  ['owner', 'main', ['Open its mail', 'Name and settings', 'New password']],
  ['member', 'main', ['Open its mail', 'Name and settings']],
  ['member', 'shop', ['Open its mail', 'Name and settings', 'New password', 'Archive', 'Delete']],
] as const)('to %s the menu of %s offers %j', async (role, inbox, items) => {
  const { user } = await renderInboxes(undefined, '', { role })
  await user.click(await button(`Actions for ${inbox}`))
  const offered = await screen.findAllByRole('menuitem')
  expect(offered.map(({ textContent }) => textContent)).toEqual(items)
})
