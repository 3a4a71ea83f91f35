import { expect, test } from 'vitest'
import { startTeam } from './team-on.ts'

test('a scenario fails the mail of an inbox until it is stopped', async () => {
  const { mailstop, send } = await startTeam({}, ['mail:read', 'inbox:manage'])
  const full = await mailstop.scenario('mailbox-full', { seconds: 60 })
  expect([full.name, full.inbox]).toEqual(['mailbox-full', 'main'])
  await expect(send({ to: 'ada@b.test' })).rejects.toThrow('552 5.2.2 Mailbox full')
  await expect.poll(full.hits).toEqual([1])
  await full.reset()
  expect(await full.hits()).toEqual([0])
  await full.stop()
  await send({ to: 'ada@b.test' })

  const reply = { code: 450, text: 'Later' }
  const own = await mailstop.scenario([
    { at: 'rcpt', when: { recipient: 'slow@*' }, do: { reply } },
  ])
  await expect(send({ to: 'slow@b.test' })).rejects.toThrow('450 Later')
  await send({ to: 'ada@b.test' })
  await own.stop()
  await send({ to: 'slow@b.test' })
  expect((await mailstop.scenarios()).meta.running).toEqual([])
  await expect(mailstop.scenario('nothing-like-it')).rejects.toMatchObject({ code: 'not_found' })
}, 60_000)
