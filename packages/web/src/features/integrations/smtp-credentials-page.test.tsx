import {
  listSmtpSessions,
  listTeams,
  rotateCredentials,
  sendTestMail,
  type Team,
} from '@mailstop/contract'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { expectShown } from '../../testing/expect-shown.ts'
import { refuse, type FakeServer } from '../../testing/fake-server.ts'
import { renderTeamScreen } from '../../testing/render-page.ts'
import { sampleTeam, sampleUser } from '../../testing/samples.ts'
import { SmtpCredentialsPage } from './smtp-credentials-page.tsx'

const renderCredentials = (
  change: Partial<Team> = {},
  answers: (server: FakeServer) => void = () => {},
) =>
  renderTeamScreen(
    {
      at: '/integrations/smtp-credentials',
      as: sampleUser(),
      answers(server) {
        server.answer(listTeams, () => ({ data: [sampleTeam(change)] }))
        server.answer(listSmtpSessions, () => ({ data: [], meta: { next_cursor: null } }))
        answers(server)
      },
    },
    SmtpCredentialsPage,
  )

const secret = sampleTeam().smtp_password
const valueOf = async (label: string) => {
  const term = await screen.findByText(label, { selector: 'dt' })
  return term.parentElement?.querySelector('dd')?.textContent
}
const code = async () => (await screen.findByLabelText(/ example$/)).textContent

describe('the credentials', () => {
  test('are shown, the password too', async () => {
    await renderCredentials()
    expect(await valueOf('Username')).toBe('team-7-k2f9')
    expect(await valueOf('Server')).toBe('mail.rocket.test')
    expect(await valueOf('Encryption')).toBe('TLS Available')
    expect(await valueOf('By port')).toMatch(/^Without TLS: 2525. STARTTLS: 587./)
    expect(await valueOf('Password')).toBe(secret)
    expect(await code()).toContain(secret)
  })

  test('come with the code of the team, and with its mail domain where there is one', async () => {
    await renderCredentials()
    expect(await valueOf('Team code')).toBe('k3v9m2p8')
    expect(screen.queryByText('Mail domain')).toBeNull()
    cleanup()
    const { user } = await renderCredentials({ mail_domain: 'k3v9m2p8.mail.example' })
    expect(await valueOf('Mail domain')).toBe('k3v9m2p8.mail.example')
    await expectShown(screen.findByText(/to any address at k3v9m2p8\.mail\.example, without/))
    await user.click(screen.getByRole('button', { name: 'Copy mail domain' }))
    expect(await navigator.clipboard.readText()).toBe('k3v9m2p8.mail.example')
  })

  test('hide the password everywhere when asked to, and remember that', async () => {
    const { user } = await renderCredentials()
    await user.click(await screen.findByRole('button', { name: 'Hide password' }))
    await waitFor(() => expect(document.body.textContent).not.toContain(secret))
    cleanup()
    const again = await renderCredentials()
    const show = await screen.findByRole('button', { name: 'Show password' })
    expect(document.body.textContent).not.toContain(secret)
    await again.user.click(show)
    expect(await valueOf('Password')).toBe(secret)
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
    await user.click(await screen.findByRole('button', { name: 'Hide password' }))
    await user.click(screen.getByRole('button', { name: 'Copy password' }))
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
    ['Spring Boot', 'spring.mail.host=mail.rocket.test'],
    ['swaks', '--server mail.rocket.test --port 2525 \\'],
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
    await expectShown(screen.findByRole('button', { name: 'Copy failed!' }))
  })

  test('are coloured once the highlighter is there, and read the same', async () => {
    await renderCredentials()
    const plain = await code()
    const block = await screen.findByLabelText('Laravel example')
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

test('the ports of POP3 are there where mail programs can read', async () => {
  await renderCredentials({ pop3_ports: '1110,995' })
  await screen.findByText('Mail programs read this inbox at ports 1110, 995, with the same login')
  cleanup()
  await renderCredentials()
  await screen.findByText('By port')
  expect(screen.queryByText('POP3')).toBeNull()
})

describe('the examples', () => {
  const tab = async (name: string) => screen.findByRole('tab', { name })

  test('show the one that was looked at last', async () => {
    const { user } = await renderCredentials()
    await user.click(await tab('PHP mail()'))
    cleanup()
    await renderCredentials()
    expect((await tab('PHP mail()')).getAttribute('aria-selected')).toBe('true')
    expect(await code()).toContain('tls off')
  })

  test('are those of the first port, and encrypt for another as it does', async () => {
    const { user } = await renderCredentials({
      smtp_ports: '2525,2587,465',
      smtp_starttls_ports: '2587',
      smtps_ports: '465',
    })
    await user.click(await tab('Node.js'))
    expect(await code()).toContain('port: 2525,\n  auth')
    await user.click(await tab('2587 STARTTLS'))
    expect(await code()).toContain('port: 2587,\n  requireTLS: true')
    await user.click(await tab('465 TLS'))
    expect(await code()).toContain('port: 465,\n  secure: true')
  })

  test('stay with another port where TLS cannot come first, and say so', async () => {
    const { user } = await renderCredentials({ smtp_ports: '2525,465', smtps_ports: '465' })
    await user.click(await tab('C#'))
    await user.click(await tab('465 TLS'))
    expect(await code()).toContain('new SmtpClient("mail.rocket.test", 2525)')
    expect(screen.queryByText(/cannot begin with TLS. This example uses port 2525/)).not.toBeNull()
  })
})

describe('a test mail', () => {
  const send = () => screen.findByRole('button', { name: 'Send a test message' })

  test('is sent for the team, and leads to the mail that it became', async () => {
    const { user, server } = await renderCredentials({}, (answering) =>
      answering.answer(sendTestMail, () => ({ data: { mail: 4711 } })),
    )
    await user.click(await send())
    await expectShown(screen.findByText('The test message was caught and is in the inbox.'))
    const link = screen.getByRole('link', { name: 'Open it' })
    expect(link.getAttribute('href')).toBe('/inbox/4711?team=7')
    expect(server.calls().at(-1)?.path).toBe('/api/teams/7/test-mail')
  })

  test('is sent once by a double click', async () => {
    const { user, server } = await renderCredentials({}, (answering) =>
      answering.answer(sendTestMail, () => ({ data: { mail: 4711 } })),
    )
    const button = await send()
    // In one task, before anything is drawn again.
    act(() => {
      button.click()
      button.click()
    })
    await screen.findByText('The test message was caught and is in the inbox.')
    expect(server.count(sendTestMail)).toBe(1)
    await user.click(button)
    await waitFor(() => expect(server.count(sendTestMail)).toBe(2))
  })

  test('that fails says why', async () => {
    const { user } = await renderCredentials({}, (server) =>
      server.answer(sendTestMail, () => refuse('unavailable', { message: 'The port is closed.' })),
    )
    await user.click(await send())
    expect((await screen.findByRole('alert')).textContent).toBe('The port is closed.')
  })
})

describe('rotating', () => {
  const fresh = sampleTeam({ smtp_username: 'team-7-new', smtp_password: 'another-password' })

  test('asks first, and then shows the new credentials', async () => {
    const { user, server } = await renderCredentials({}, (answering) =>
      answering.answer(rotateCredentials, () => ({ data: fresh })),
    )
    await user.click(await screen.findByRole('button', { name: 'Rotate credentials' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Rotate credentials?' }))
    expect(server.count(rotateCredentials)).toBe(0)
    await user.click(dialog.getByRole('button', { name: 'Rotate' }))
    await waitFor(async () => expect(await valueOf('Username')).toBe('team-7-new'))
    await user.click(screen.getByRole('button', { name: 'Copy password' }))
    expect(await navigator.clipboard.readText()).toBe('another-password')
  })

  test('is called off without a change', async () => {
    const { user, server } = await renderCredentials()
    await user.click(await screen.findByRole('button', { name: 'Rotate credentials' }))
    await user.click(await screen.findByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(server.count(rotateCredentials)).toBe(0)
  })

  test('that is refused keeps the old ones and says why', async () => {
    const { user } = await renderCredentials({}, (server) =>
      server.answer(rotateCredentials, () =>
        refuse('forbidden', { message: 'Only the owner may.' }),
      ),
    )
    await user.click(await screen.findByRole('button', { name: 'Rotate credentials' }))
    await user.click(await screen.findByRole('button', { name: 'Rotate' }))
    expect((await screen.findByRole('alert')).textContent).toBe('Only the owner may.')
    expect(await valueOf('Username')).toBe('team-7-k2f9')
  })

  test('is for the owner alone', async () => {
    await renderCredentials({ role: 'member' })
    await screen.findByRole('button', { name: 'Send a test message' })
    expect(screen.queryByRole('button', { name: 'Rotate credentials' })).toBeNull()
  })
})
