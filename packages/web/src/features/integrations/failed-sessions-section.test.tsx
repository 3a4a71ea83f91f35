import { listSmtpSessions, type FailedSession } from '@mailstop/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { expectShown } from '../../testing/expect-shown.ts'
import { refuse } from '../../testing/fake-server.ts'
import { renderPage } from '../../testing/render-page.ts'

const refused = (change: Partial<FailedSession> = {}): FailedSession => ({
  id: 1,
  failure: 'mail_refused',
  login: 'team-7',
  at: new Date(Date.now() - 2.5 * 60 * 60 * 1_000).toISOString(),
  remote_address: '192.0.2.7',
  reply: '552 5.3.4 The message is too big',
  transcript: 'S: 220 mail.test\nC: EHLO app\nS: 552 5.3.4 The message is too big\n',
  transcript_times: [],
  mail_id: null,
  inbox: { id: 1, name: 'Inbox' },
  scenario: null,
  ...change,
})

/** The page of a team with these refused mails, which a test can change meanwhile. */
async function renderRefused(mails: FailedSession[] = [], { fails = false } = {}) {
  const answers = { mails, fails }
  const app = await renderPage({
    at: '/integrations/smtp-credentials#refused',
    answers(server) {
      server.answer(listSmtpSessions, () =>
        answers.fails
          ? refuse('forbidden', { message: 'Not now.' })
          : { data: answers.mails, meta: { next_cursor: null } },
      )
    },
  })
  return { ...app, answers }
}

const rows = async () =>
  within(await screen.findByRole('list', { name: 'Refused mail and logins' }))
const nothing = 'Nothing was refused'

test('refused mail is listed in the order of the server, with the reply and the address of the app', async () => {
  const second = refused({ reply: '501 5.1.3 Not a valid address', remote_address: '2001:db8::1' })
  const { server } = await renderRefused([{ ...second, id: 2 }, refused()])
  const texts = (await rows()).getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(texts).toEqual([
    expect.stringMatching(/^501 5\.1\.3 Not a valid addressFrom 2001:db8::1 · 2 hours agoRefused$/),
    expect.stringMatching(
      /^552 5\.3\.4 The message is too bigFrom 192\.0\.2\.7 · 2 hours agoRefused$/,
    ),
  ])
  const asked = server.calls().map(({ path }) => path)
  expect(asked).toContain('/api/teams/7/smtp-sessions')
})

test('opened, a refused mail shows the dialogue with its server, and stays open beside a new one', async () => {
  const { user, answers, socket } = await renderRefused([refused()])
  const row = await screen.findByRole('button', { name: /The message is too big/ })
  expect(screen.queryByRole('region', { name: 'SMTP session' })).toBeNull()
  await user.click(row)
  const dialogue = await screen.findByRole('region', { name: 'SMTP session' })
  const lines = within(dialogue)
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)
  expect(`${lines.join('\n')}\n`).toBe(refused().transcript)
  expect(dialogue.tabIndex).toBe(0)
  answers.mails = [refused({ id: 2, reply: '501 5.1.3 Not a valid address' }), refused()]
  await waitFor(() => expect(socket.joined()).toHaveLength(1))
  socket.send('TeamOutdated', { team_id: 7, user_id: null, part: 'sessions' })
  const fresh = await screen.findByRole('button', { name: /Not a valid address/ })
  expect(fresh.getAttribute('aria-expanded')).toBe('false')
  expect(row.getAttribute('aria-expanded')).toBe('true')
})

test('a mail that was caught without some of its recipients leads to its dialogue', async () => {
  const reply = '452 4.5.3 Too many recipients'
  await renderRefused([refused({ id: 2, reply, mail_id: 42 }), refused()])
  const [first, second] = (await rows()).getAllByRole('listitem')
  const link = within(first as HTMLElement).getByRole('link', { name: 'show its SMTP dialogue' })
  expect(link.getAttribute('href')).toBe('/inbox/42#smtp')
  expect(within(second as HTMLElement).queryByRole('link')).toBeNull()
})

test('a chip narrows the list to its kind, which live events keep up to date', async () => {
  const { user, answers, server, socket } = await renderRefused([refused()])
  await rows()
  const chip = screen.getByRole('button', { name: 'On purpose' })
  answers.mails = []
  await user.click(chip)
  await expectShown(screen.findByText('None of this kind'))
  expect(server.calls().at(-1)?.query).toContain('on_purpose=true')
  expect(chip.getAttribute('aria-pressed')).toBe('true')
  await user.click(chip)
  expect(chip.getAttribute('aria-pressed')).toBe('true')
  const reply = 'The connection was reset on purpose after DATA'
  answers.mails = [refused({ failure: 'dropped', reply, scenario: 'Flaky', mail_id: 42 })]
  await waitFor(() => expect(socket.joined()).toHaveLength(1))
  socket.send('TeamOutdated', { team_id: 7, user_id: null, part: 'sessions' })
  const [item] = (await rows()).getAllByRole('listitem')
  expect(item?.textContent).toMatch(/^The connection was reset .*· scenario “Flaky”Dropped/)
  expect(item?.textContent).toContain('The message was caught, and may come once more')
  await user.click(screen.getByRole('button', { name: 'Logins' }))
  await waitFor(() => expect(server.calls().at(-1)?.query).toContain('failure=wrong_password'))
  expect(server.calls().at(-1)?.query).not.toContain('on_purpose')
})

test('nothing refused is said, until a login is', async () => {
  const { answers, socket } = await renderRefused()
  await expectShown(screen.findByText(nothing))
  answers.mails = [
    refused({ failure: 'wrong_password', reply: '535 5.7.8 Wrong' }),
    refused({ id: 2, failure: 'unknown_username', login: 'app' }),
    refused({ id: 3, failure: 'login_refused', reply: '535 5.2.1 Archived' }),
  ]
  await waitFor(() => expect(socket.joined()).toHaveLength(1))
  socket.send('TeamOutdated', { team_id: 7, user_id: null, part: 'sessions' })
  const items = (await rows()).getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(items).toMatchObject([
    expect.stringMatching(/^Wrong password for “team-7”.*From/),
    expect.stringMatching(/^Unknown username “app”.*From/),
    expect.stringMatching(/^Login “team-7” refused: 535 5.2.1 ArchivedFrom/),
  ])
  expect(screen.queryByText(nothing)).toBeNull()
})

test('a list that could not be loaded says why, and comes when tried again', async () => {
  const { user, answers } = await renderRefused([refused()], { fails: true })
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('Not now.')
  answers.fails = false
  await user.click(within(alert).getByRole('button', { name: 'Try again' }))
  expect((await rows()).getAllByRole('listitem')).toHaveLength(1)
})

test('a row says what helps, unless a scenario failed it on purpose', async () => {
  const left = { failure: 'client_left', reply: 'The client ended the connection' } as const
  await renderRefused([
    refused({ failure: 'wrong_password', login: 'team-7' }),
    refused({ ...left, id: 2, scenario: 'flaky' }),
  ])
  const texts = (await rows()).getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(texts).toEqual([
    expect.stringContaining('Copy the password from this page'),
    expect.not.stringContaining('The log of the app'),
  ])
})
