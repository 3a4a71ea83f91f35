import { getCounters, listTeams, type Team } from '@mailstop/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { renderApp } from '../../testing/render-app.tsx'
import { sampleCounters, sampleTeam, sampleUser } from '../../testing/samples.ts'

const renderCredentials = (change: Partial<Team> = {}) =>
  renderApp({
    at: '/integrations/smtp-credentials',
    as: sampleUser(),
    answers(server) {
      server.answer(listTeams, () => ({ data: [sampleTeam(change)] }))
      server.answer(getCounters, () => ({ data: sampleCounters() }))
    },
  })

const secret = sampleTeam().smtp_password
const valueOf = async (label: string) => {
  const term = await screen.findByText(label, { selector: 'dt' })
  return term.parentElement?.querySelector('dd')?.textContent
}
const code = async () => (await screen.findByLabelText('Code example')).textContent

describe('the credentials', () => {
  test('are shown, the password hidden until asked for', async () => {
    const { user } = await renderCredentials()
    expect(await valueOf('Username')).toBe('team-7-k2f9')
    expect(await valueOf('Server')).toBe('mail.rocket.test')
    expect(await valueOf('Encryption')).toBe('TLS Available')
    expect(document.body.textContent).not.toContain(secret)
    await user.click(screen.getByRole('button', { name: 'Show password' }))
    expect(await valueOf('Password')).toBe(secret)
    expect(await code()).toContain(secret)
  })

  test.each([
    ['2525', 'Port', '2525'],
    ['2525,587', 'Ports', '2525, 587'],
    ['', 'Port', 'N/A'],
  ])('with the ports %j say %s %s', async (smtp_ports, label, text) => {
    await renderCredentials({ smtp_ports })
    expect(await valueOf(label)).toBe(text)
  })

  test('are copied with one click, the password too while it is hidden', async () => {
    const { user } = await renderCredentials()
    await user.click(await screen.findByRole('button', { name: 'Copy password' }))
    expect(await navigator.clipboard.readText()).toBe(secret)
    await user.click(screen.getByRole('button', { name: 'Copy server' }))
    expect(await navigator.clipboard.readText()).toBe('mail.rocket.test')
  })
})

describe('the code examples', () => {
  test.each([
    ['Laravel', 'MAIL_HOST="mail.rocket.test"'],
    ['Node.js', "host: 'mail.rocket.test'"],
    ['Django', "EMAIL_HOST = 'mail.rocket.test'"],
    ['C#', 'new SmtpClient("mail.rocket.test", 2525)'],
    ['Ruby on Rails', "address: 'mail.rocket.test'"],
  ])('for %s are filled in', async (name, line) => {
    const { user } = await renderCredentials()
    const examples = within(await screen.findByRole('tablist', { name: 'Code examples' }))
    await user.click(examples.getByRole('tab', { name }))
    await waitFor(async () => expect(await code()).toContain(line))
  })

  test('are copied whole, and say so for three seconds', async () => {
    const { user } = await renderCredentials()
    await user.click(await screen.findByRole('button', { name: 'Copy Code' }))
    await screen.findByRole('button', { name: 'Copied!' })
    expect(await navigator.clipboard.readText()).toContain(`MAIL_PASSWORD="${secret}"`)
  })

  test('say so when they cannot be copied', async () => {
    const { user } = await renderCredentials()
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValueOnce(new Error('refused'))
    await user.click(await screen.findByRole('button', { name: 'Copy Code' }))
    expect(await screen.findByRole('button', { name: 'Copy failed!' })).toBeDefined()
  })

  test('are coloured once the highlighter is there, and read the same', async () => {
    await renderCredentials()
    const plain = await code()
    const block = await screen.findByLabelText('Code example')
    await waitFor(() => expect(block.querySelector('span[style*="color"]')).not.toBeNull(), {
      timeout: 4_000,
    })
    expect((await code())?.trimEnd()).toBe(plain?.trimEnd())
  })

  test('are left out while there is no port to send to', async () => {
    await renderCredentials({ smtp_ports: '' })
    await valueOf('Port')
    expect(screen.queryByRole('tablist', { name: 'Code examples' })).toBeNull()
  })
})

test('a first mail is one line for a terminal', async () => {
  const { user } = await renderCredentials()
  await user.click(await screen.findByRole('button', { name: 'Copy command' }))
  expect(await navigator.clipboard.readText()).toBe(
    `swaks --server mail.rocket.test:2525 --auth PLAIN --auth-user team-7-k2f9 --auth-password ${secret} --from app@example.test --to you@example.test`,
  )
})
