import { expect, test } from 'vitest'
import { smtpPorts } from './smtp-ports.ts'

test.each([
  ['2525', 'Port', '2525', 2525],
  ['2525,465', 'Ports', '2525, 465', 2525],
  ['25, 587 ,2525', 'Ports', '25, 587, 2525', 25],
  ['', 'Port', 'N/A', null],
  [',', 'Port', 'N/A', null],
])('the ports %j are shown as %s %s', (stored, label, text, first) => {
  expect(smtpPorts(stored)).toEqual({ label, text, first })
})
