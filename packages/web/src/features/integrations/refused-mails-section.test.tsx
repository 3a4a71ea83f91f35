import { listRefusedMails, type RefusedMail } from '@mailstop/contract'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { expectShown } from '../../testing/expect-shown.ts'
import { refuse } from '../../testing/fake-server.ts'
import { renderPage } from '../../testing/render-page.ts'

const refused = (change: Partial<RefusedMail> = {}): RefusedMail => ({
  id: 1,
  refused_at: new Date(Date.now() - 2.5 * 60 * 60 * 1_000).toISOString(),
  remote_address: '192.0.2.7',
  reply: '552 5.3.4 The message is too big',
  transcript: 'S: 220 mail.test\nC: EHLO app\nS: 552 5.3.4 The message is too big\n',
  transcript_times: [],
  mail_id: null,
  ...change,
})

/** The page of a team with these refused mails, which a test can change meanwhile. */
async function renderRefused(mails: RefusedMail[] = [], { fails = false } = {}) {
  const answers = { mails, fails }
  const app = await renderPage({
    at: '/integrations/smtp-credentials',
    answers(server) {
      server.answer(listRefusedMails, () =>
        answers.fails ? refuse('forbidden', { message: 'Not now.' }) : { data: answers.mails },
      )
    },
  })
  return { ...app, answers }
}

const section = () => screen.findByRole('region', { name: 'Refused mail' })
const rows = async () => within(await screen.findByRole('list', { name: 'Refused mail' }))
const nothing = 'No mail has been refused since the server started.'

test('refused mail is listed in the order of the server, with the reply and the address of the app', async () => {
  const second = refused({ reply: '501 5.1.3 Not a valid address', remote_address: '2001:db8::1' })
  const { server } = await renderRefused([{ ...second, id: 2 }, refused()])
  const texts = (await rows()).getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(texts).toEqual([
    expect.stringMatching(/^501 5\.1\.3 Not a valid addressFrom 2001:db8::1 · 2 hours ago$/),
    expect.stringMatching(/^552 5\.3\.4 The message is too bigFrom 192\.0\.2\.7 · 2 hours ago$/),
  ])
  const asked = server.calls().map(({ path }) => path)
  expect(asked).toContain('/api/teams/7/smtp-credentials/refused-mails')
})

test('opened, a refused mail shows the dialogue with its server, and stays open beside a new one', async () => {
  const { user, answers } = await renderRefused([refused()])
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
  await user.click(within(await section()).getByRole('button', { name: 'Reload' }))
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

test('nothing refused is said in a line, until the window is turned to and something was', async () => {
  const { answers } = await renderRefused()
  await expectShown(screen.findByText(nothing))
  answers.mails = [refused()]
  window.dispatchEvent(new Event('focus'))
  expect((await rows()).getAllByRole('listitem')).toHaveLength(1)
  expect(screen.queryByText(nothing)).toBeNull()
})

test('a list that could not be loaded says why, and comes when tried again', async () => {
  const { user, answers } = await renderRefused([refused()], { fails: true })
  const alert = await within(await section()).findByRole('alert')
  expect(alert.textContent).toContain('Not now.')
  answers.fails = false
  await user.click(within(alert).getByRole('button', { name: 'Try again' }))
  expect((await rows()).getAllByRole('listitem')).toHaveLength(1)
})

test('a reload that fails says why and leaves what was there', async () => {
  const { user, answers } = await renderRefused([refused()])
  await rows()
  answers.fails = true
  await user.click(within(await section()).getByRole('button', { name: 'Reload' }))
  await expectShown(screen.findByText('Not now.'))
  expect((await rows()).getAllByRole('listitem')).toHaveLength(1)
})
