import { expect, test } from 'vitest'
import { loggedIn, start, until } from '../test/smtp-sessions.ts'
import { endSmtpOf } from './connect-events.ts'

test('refused mails outlive credentials that are rotated, and go with a team that is deleted', async () => {
  const { port, smtp } = await start()
  const client = await loggedIn(port)
  await client.mail('a@b', ['not an address'], 'x\r\n')
  await client.send('QUIT')
  await until(() => smtp.stats().connections === 0)
  client.destroy()
  const ended = { teamId: 7, username: 'team-7' }
  endSmtpOf(smtp, ended)
  endSmtpOf(smtp, { ...ended, teamId: 8, deleted: true })
  expect(smtp.recentRefusals(7)).toHaveLength(1)
  endSmtpOf(smtp, { ...ended, deleted: true })
  expect(smtp.recentRefusals(7)).toEqual([])
})
