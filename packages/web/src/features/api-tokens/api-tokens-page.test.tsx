import {
  createToken,
  listInboxes,
  listTokens,
  revokeToken,
  type ApiToken,
  type User,
} from '@mailstop/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { refuse, type FakeServer } from '../../testing/fake-server.ts'
import { renderPage } from '../../testing/render-page.ts'
import { sampleUser } from '../../testing/samples.ts'
import { sampleToken } from '../../testing/sample-token.ts'
import { sampleInboxes } from '../../testing/sample-inbox.ts'

const connect = '/integrations/smtp-credentials'
const secret = 'mst_AbC9x2Qm7LpR4tVw8ZkN1sDf6HjG3yBc0aEu'

/** A server that keeps tokens. */
async function renderTokens(
  tokens: ApiToken[],
  answers?: (server: FakeServer) => void,
  user?: User,
  at = '/integrations/api-tokens',
) {
  const held = { tokens, made: [] as unknown[] }
  const app = await renderPage({
    at,
    ...(user && { user }),
    answers(server) {
      server.answer(listTokens, () => ({ data: held.tokens }))
      server.answer(createToken, ({ body }) => {
        held.made.push(body)
        const { name, scopes } = body
        const made = sampleToken({ id: 9, name, scopes })
        held.tokens = [made, ...held.tokens]
        return { data: { ...made, token: secret } }
      })
      server.answer(revokeToken, ({ params }) => {
        held.tokens = held.tokens.filter(({ id }) => id !== params.api_token)
        return { message: 'Token revoked' }
      })
      answers?.(server)
    },
  })
  return { ...app, held }
}

const list = async () => within(await screen.findByRole('list', { name: 'API tokens' }))

test('the list says of each token what it may do, who made it, its last use and its end', async () => {
  const soon = new Date(Date.now() + 3.5 * 24 * 60 * 60_000).toISOString()
  const [used, never, ending, ended] = [
    sampleToken({
      id: 1,
      name: 'CI',
      last_used_at: new Date().toISOString(),
      last_used_address: '192.0.2.7',
      last_used_agent: 'curl/8',
    }),
    sampleToken({ id: 2, name: 'Laptop', expires_at: null, created_by: null }),
    sampleToken({ id: 3, name: 'Nightly', expires_at: soon }),
    sampleToken({ id: 4, name: 'Old', expires_at: '2026-11-01T12:00:00.000Z' }),
  ]
  await renderTokens([used, never, ending, ended])
  const rows = (await list()).getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(rows[0]).toMatch(/^CImst_AbC9…Read, DeleteLast used just now from 192\.0\.2\.7 · Created/)
  expect(rows[0]).toMatch(/by Ada Byron · Ends Nov 1, 2099/)
  expect(rows[1]).toMatch(/Never used · Created (?!.* by ).* · Never ends/)
  expect(rows[2]).toContain('Ends in 3 days')
  expect(rows[3]).toContain('Expired Nov 1, 2026')
})

test('a token is made with what is usually needed, and shown this once', async () => {
  const app = await renderTokens([])
  await screen.findByText('No API tokens yet')
  await app.user.click(screen.getByRole('button', { name: 'Create token' }))
  const form = within(await screen.findByRole('dialog', { name: 'Create token' }))
  const chosen = form
    .getAllByRole<HTMLInputElement>('checkbox')
    .filter(({ checked }) => checked)
    .map((each) => each.labels?.[0]?.textContent)
  expect(chosen).toEqual([
    expect.stringMatching(/^Read mail/),
    expect.stringMatching(/^Change mail/),
    expect.stringMatching(/^Delete mail/),
    expect.stringMatching(/^Add mail/),
  ])
  await app.user.type(form.getByLabelText('Name'), 'Web shop')
  await app.user.click(form.getByRole('button', { name: 'Create token' }))
  const shown = within(await screen.findByRole('dialog', { name: 'Token created' }))
  shown.getByText(secret)
  shown.getByText('Copy it now: it cannot be shown again.')
  await app.user.click(shown.getByRole('button', { name: 'Copy token' }))
  await shown.findByRole('button', { name: 'Copied!' })
  expect(await navigator.clipboard.readText()).toBe(secret)
  await app.user.click(shown.getByRole('button', { name: 'Copy command' }))
  expect(await navigator.clipboard.readText()).toMatch(
    new RegExp(`^curl -fsS -H "Authorization: Bearer ${secret}" http.*/api/token$`),
  )
  expect(app.held.made).toEqual([
    {
      name: 'Web shop',
      scopes: ['mail:read', 'mail:write', 'mail:delete', 'mail:send'],
      expires_in_days: 365,
    },
  ])
  await app.user.click(shown.getByRole('button', { name: 'Done' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  screen.getByRole('button', { name: 'Revoke Web shop' })
  expect(document.body.textContent).not.toContain(secret)

  // The next one starts empty.
  await app.user.click(screen.getByRole('button', { name: 'Create token' }))
  const next = within(await screen.findByRole('dialog', { name: 'Create token' }))
  expect(next.getByLabelText<HTMLInputElement>('Name').value).toBe('')
})

const mcpJson = '.mcp.json in your project, for everybody who works on it'
const agentCode = (label: string) => screen.getByLabelText(label).textContent

test('an agent is connected with copy-ready settings, which hold a token only where nobody commits them', async () => {
  const app = await renderTokens([], undefined, undefined, `${connect}#agents`)
  const at = `${location.origin}/mcp`
  await screen.findByRole('heading', { name: 'Connect an agent' })
  const section = within(screen.getByRole('tabpanel', { name: 'Agents' }))
  const tab = (name: string) => section.getByRole('tab', { name })
  expect(agentCode('In a terminal, in the folder of your project')).toBe(
    `claude mcp add --transport http mailstop ${at} \\\n  --header "Authorization: Bearer YOUR_API_TOKEN"`,
  )
  await app.user.click(tab('.mcp.json'))
  expect(JSON.parse(agentCode(mcpJson) ?? '')).toEqual({
    mcpServers: {
      mailstop: {
        type: 'http',
        url: at,
        headers: { Authorization: 'Bearer ${MAILSTOP_TOKEN}' },
      },
    },
  })
  await app.user.click(tab('VS Code'))
  expect(JSON.parse(agentCode('.vscode/mcp.json in your project') ?? '')).toMatchObject({
    inputs: [{ type: 'promptString', id: 'mailstop-token', password: true }],
    servers: { mailstop: { headers: { Authorization: 'Bearer ${input:mailstop-token}' } } },
  })
  await app.user.click(tab('Codex'))
  await app.user.click(section.getByRole('button', { name: 'Copy Code' }))
  expect(await navigator.clipboard.readText()).toBe(
    `[mcp_servers.mailstop]\nurl = "${at}"\nbearer_token_env_var = "MAILSTOP_TOKEN"`,
  )
})

test('a new token is in the settings of the agent that was chosen last, and in the tests', async () => {
  localStorage.setItem('agentSetting', 'cursor')
  const app = await renderTokens([], undefined, undefined, `${connect}#tests`)
  await screen.findByRole('heading', { name: 'Test with real mail' })
  expect(agentCode('sign-up.spec.ts')).toContain(
    `{ url: '${location.origin}', token: 'YOUR_API_TOKEN', domain: 'test.example' }`,
  )
  await app.user.click(screen.getByRole('button', { name: 'Create token' }))
  const form = within(await screen.findByRole('dialog', { name: 'Create token' }))
  await app.user.type(form.getByLabelText('Name'), 'Agent')
  await app.user.click(form.getByRole('button', { name: 'Create token' }))
  const shown = within(await screen.findByRole('dialog', { name: 'Token created' }))
  expect(JSON.parse(shown.getByLabelText('~/.cursor/mcp.json').textContent ?? '')).toEqual({
    mcpServers: {
      mailstop: { url: `${location.origin}/mcp`, headers: { Authorization: `Bearer ${secret}` } },
    },
  })
  await app.user.click(shown.getByRole('tab', { name: '.mcp.json' }))
  expect(shown.getByLabelText(mcpJson).textContent).not.toContain(secret)
  await app.user.click(shown.getByRole('button', { name: 'Done' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(agentCode('sign-up.spec.ts')).toContain(`token: '${secret}'`)
  await app.user.click(screen.getByRole('tab', { name: 'curl' }))
  expect(agentCode('In a terminal')?.trim()).toBe(
    `curl -fsS -G ${location.origin}/api/teams/7/mails/wait \\\n  -H "Authorization: Bearer ${secret}" \\\n  --data-urlencode "to=ada@test.example"`,
  )
})

test('the page that connects begins with the credentials, and leads to tests', async () => {
  const app = await renderTokens([], undefined, undefined, connect)
  await screen.findByRole('heading', { name: 'SMTP credentials' })
  await app.user.click(screen.getByRole('tab', { name: 'Tests' }))
  expect(await screen.findByRole('tabpanel', { name: 'Tests' })).toBeDefined()
})

test('in open mode the settings of an agent have no token', async () => {
  await renderTokens([], undefined, sampleUser({ is_open: true }), `${connect}#agents`)
  await screen.findByText(/In open mode they need no token/)
  expect(agentCode('In a terminal, in the folder of your project')).toBe(
    `claude mcp add --transport http mailstop ${location.origin}/mcp`,
  )
})

test('a token may have another end and other scopes, but not none', async () => {
  const app = await renderTokens([sampleToken()])
  await app.user.click(await screen.findByRole('button', { name: 'Create token' }))
  const form = within(await screen.findByRole('dialog', { name: 'Create token' }))
  await app.user.type(form.getByLabelText('Name'), 'x')
  for (const name of [/^Read mail/, /^Change mail/, /^Delete mail/, /^Add mail/]) {
    await app.user.click(form.getByRole('checkbox', { name }))
  }
  await app.user.click(form.getByRole('button', { name: 'Create token' }))
  await form.findByText('Choose at least one')
  expect(app.held.made).toEqual([])
  await app.user.click(form.getByRole('checkbox', { name: /^Read the SMTP credentials/ }))
  await app.user.click(form.getByLabelText('Ends'))
  await app.user.click(await screen.findByRole('option', { name: 'Never' }))
  await app.user.click(form.getByRole('button', { name: 'Create token' }))
  await screen.findByRole('dialog', { name: 'Token created' })
  expect(app.held.made).toEqual([{ name: 'x', scopes: ['smtp:read'], expires_in_days: null }])
})

test('why no token was made stands in the dialog', async () => {
  const message = 'A team can have at most 50 tokens. Revoke one first.'
  const app = await renderTokens([], (server) =>
    server.answer(createToken, () => refuse('conflict', { message })),
  )
  await app.user.click(await screen.findByRole('button', { name: 'Create token' }))
  const form = within(await screen.findByRole('dialog', { name: 'Create token' }))
  await app.user.type(form.getByLabelText('Name'), 'x')
  await app.user.click(form.getByRole('button', { name: 'Create token' }))
  await form.findByText(message)
  expect(app.held.tokens).toEqual([])
})

test('a token is revoked once that is confirmed', async () => {
  const app = await renderTokens([sampleToken()])
  await app.user.click((await list()).getByRole('button', { name: 'Revoke CI' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Revoke CI?' }))
  expect(app.server.count(revokeToken)).toBe(0)
  await app.user.click(dialog.getByRole('button', { name: 'Revoke token' }))
  await screen.findByText('Token revoked')
  await screen.findByText('No API tokens yet')
})

test('what another does to the tokens shows, and a failure offers another try', async () => {
  let fails = true
  const app = await renderTokens([], (server) =>
    server.answer(listTokens, () => (fails ? refuse('forbidden') : { data: app.held.tokens })),
  )
  await screen.findByText('The API tokens could not be loaded')
  fails = false
  await app.user.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByText('No API tokens yet')
  await waitFor(() => expect(app.socket.joined()).toHaveLength(1))
  app.held.tokens = [sampleToken({ name: 'Made elsewhere' })]
  app.socket.send('TeamOutdated', { team_id: 7, user_id: 2, part: 'tokens' })
  await screen.findByRole('button', { name: 'Revoke Made elsewhere' })
})

test('in a team with several inboxes a token may reach one of them alone, and the list says so', async () => {
  const shop = { id: 3, name: 'shop' }
  const { user, held } = await renderTokens([sampleToken({ inbox: shop })], (server) => {
    server.answer(listInboxes, () => ({ data: sampleInboxes() }))
    server.answer(createToken, ({ body }) => {
      held.made.push(body)
      return body.scopes.includes('mail:forward')
        ? refuse('invalid', { errors: { scopes: ['This team forwards nothing'] } })
        : { data: { ...sampleToken({ id: 9, inbox: shop }), token: secret } }
    })
  })
  expect((await list()).getByRole('listitem').textContent).toContain('· Only the inbox shop')
  await user.click(screen.getByRole('button', { name: 'Create token' }))
  const form = within(await screen.findByRole('dialog'))
  await user.type(form.getByLabelText('Name'), 'CI')
  const manages = form.getByRole<HTMLInputElement>('checkbox', { name: /^Manage inboxes/ })
  await user.click(manages)
  await user.click(await form.findByRole('combobox', { name: 'Inbox' }))
  await user.click(await screen.findByRole('option', { name: 'shop' }))
  expect([manages.checked, manages.disabled]).toEqual([false, true])
  await user.click(form.getByRole('checkbox', { name: /^Forward mail/ }))
  await user.click(form.getByRole('button', { name: 'Create token' }))
  await form.findByText('This team forwards nothing')
  await user.click(form.getByRole('checkbox', { name: /^Forward mail/ }))
  await user.click(form.getByRole('button', { name: 'Create token' }))
  await screen.findByRole('dialog', { name: 'Token created' })
  expect(held.made.at(-1)).toMatchObject({
    inbox: 3,
    scopes: ['mail:read', 'mail:write', 'mail:delete', 'mail:send'],
  })
})
