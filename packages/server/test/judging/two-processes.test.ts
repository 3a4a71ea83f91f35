import {
  createGuard,
  createPin,
  getCounters,
  listViolations,
  mailChannel,
  type ServerEvents,
} from '@mailstop/contract'
import { expect, test } from 'vitest'
import { connectLive, joinChannel } from '../clients/live-client.ts'
import { sendMail } from '../clients/send-mail.ts'
import { at, startTwo } from '../support/two-processes-on.ts'

test('two processes judge each mail once, tell the browsers of both, and count the same', async () => {
  const { here, there } = await startTwo()
  const { api, team } = await here.signUp()
  const elsewhere = at(there, api)
  const params = { team: String(team.id) }
  const demand = { rule: 'at_most', most: 1, same: 'subject', minutes: 10 } as const
  await api.must(createGuard, { params, body: { name: 'twice', demand } })
  await api.must(createPin, { params, body: { type: 'q', query: 'guard:twice' } })
  const told = [here, there].map((process) => {
    const socket = connectLive(at(process, api))
    const counts: number[] = []
    socket.on('GuardsBroken', (event: Parameters<ServerEvents['GuardsBroken']>[0]) =>
      counts.push(event.count),
    )
    return { socket, counts }
  })
  for (const { socket } of told) await joinChannel(socket, mailChannel(team.id))
  for (let sent = 0; sent < 20; sent += 1) {
    const { smtpPort } = sent % 2 === 0 ? here : there
    await sendMail(smtpPort, team, { subject: `Mail ${sent % 5}`, text: 'x' })
  }
  const violations = (asker: typeof api) => asker.must(listViolations, { params, query: {} })
  await expect
    .poll(async () => (await violations(api)).meta.pending, { timeout: 20_000 })
    .toBe(false)
  const [one, other] = [await violations(api), await violations(elsewhere)]
  expect(one.data.map(({ id }) => id)).toEqual(other.data.map(({ id }) => id))
  expect(one.data).toHaveLength(15)
  const { data: counters } = await elsewhere.must(getCounters, { params, query: {} })
  expect(counters.pinned.map(({ unread }) => unread)).toEqual([15])
  const sum = (counts: number[]) => counts.reduce((all, count) => all + count, 0)
  await expect.poll(() => told.map(({ counts }) => sum(counts))).toEqual([15, 15])
}, 60_000)
