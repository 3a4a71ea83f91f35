import { endSession, listSessions, login, mailChannel } from '@mailstop/contract'
import { expect, test } from 'vitest'
import { startApp } from '../support/harness.ts'
import { connectLive, joinChannel } from '../clients/live-client.ts'

const body = { email: 'ada@example.test', password: 'correct horse battery staple' }

/** One account, signed in here and in another browser that is listening to its team's mail. */
async function setUp() {
  const running = await startApp()
  const { api: here, team } = await running.signUp()
  const there = running.client()
  await there.must(login, { body })
  const listen = async (api: typeof there) => {
    const socket = connectLive(api)
    expect(await joinChannel(socket, mailChannel(team.id))).toMatchObject({ ok: true })
    return socket
  }
  return { here, there, listen }
}

test('a session that its owner ends loses its calls and its live connection', async () => {
  const { here, there, listen } = await setUp()
  const socket = await listen(there)
  const own = await listen(here)
  const gone = new Promise((resolve) => socket.once('disconnect', resolve))
  const { data } = await here.must(listSessions, {})
  const other = data.find(({ current }) => !current)
  await here.must(endSession, { params: { session: other?.id ?? '' } })
  await gone
  expect((await there.call(listSessions, {})).status).toBe(401)
  expect((await here.must(listSessions, {})).data).toHaveLength(1)
  expect(own.connected).toBe(true)
})

test('ending one’s own session is logging out: its cookie goes too', async () => {
  const { here } = await setUp()
  const own = (await here.must(listSessions, {})).data.find(({ current }) => current)
  expect(here.cookies.has('mailstop_session')).toBe(true)
  await here.must(endSession, { params: { session: own?.id ?? '' } })
  expect(here.cookies.has('mailstop_session')).toBe(false)
})
