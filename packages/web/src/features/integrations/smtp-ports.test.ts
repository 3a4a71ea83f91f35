import { expect, test } from 'vitest'
import { smtpPorts, tlsText } from './smtp-ports.ts'

test.each([
  ['2525', 'Port', '2525', [2525]],
  ['2525,465', 'Ports', '2525, 465', [2525, 465]],
  ['25, 587 ,2525', 'Ports', '25, 587, 2525', [25, 587, 2525]],
  ['', 'Port', 'N/A', []],
  [',', 'Port', 'N/A', []],
])('the ports %j are shown as %s %s', (stored, label, text, numbers) => {
  const { all, ...shown } = smtpPorts({
    smtp_ports: stored,
    smtp_starttls_ports: '',
    smtps_ports: '',
  })
  expect(shown).toEqual({ label, text })
  expect(all.map(({ port }) => port)).toEqual(numbers)
})

test('a port has STARTTLS, or begins with TLS, only when it is named among those that do', () => {
  const ports = {
    smtp_ports: '2525,2587,465,4650',
    smtp_starttls_ports: '2587',
    smtps_ports: '465, 4650',
  }
  expect(smtpPorts(ports).all).toEqual([
    { port: 2525, tls: 'none' },
    { port: 2587, tls: 'starttls' },
    { port: 465, tls: 'implicit' },
    { port: 4650, tls: 'implicit' },
  ])
})

test.each([
  [
    '2525,2587,465',
    '2587',
    '465',
    false,
    'Without TLS: 2525. STARTTLS: 2587. TLS from the start: 465.',
  ],
  ['587,2525', '587,2525', '', true, 'STARTTLS: 587, 2525. The certificate is self-signed.'],
  [
    '1025',
    '',
    '',
    true,
    'Without TLS, until the server is started with SMTP_STARTTLS=on or SMTP_TLS_CERT.',
  ],
])('of %j, with STARTTLS %j and TLS %j, it is said which are encrypted', (...given) => {
  const [smtp_ports, smtp_starttls_ports, smtps_ports, selfSigned, text] = given
  const ports = smtpPorts({ smtp_ports, smtp_starttls_ports, smtps_ports })
  expect(tlsText(ports, selfSigned)).toBe(text)
})
