import { expect, test } from 'vitest'
import { accountsOn, signIn } from '../../../../test/support/accounts-on.ts'
import { describeAlike } from '../../../../test/support/databases.ts'

const minute = 60_000
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const password = 'correct horse'

describeAlike('a user’s sessions', (openDatabase) => {
  async function setUp() {
    const parts = accountsOn(await openDatabase())
    const { accounts } = parts

    async function signInAs(name: string, address: string, userAgent = firefox) {
      const email = `${name}@example.com`
      await accounts.register({ name, email, password }, address)
      return signIn(accounts, { email, password }, { address, userAgent })
    }
    return { ...parts, signInAs }
  }

  test('are listed, the last used first, with where they are and which one asks', async () => {
    const { accounts, clock, signInAs } = await setUp()
    const first = await signInAs('ann', '192.0.2.1')
    const start = clock.time
    clock.time += minute
    const second = await signInAs('ann', '2001:db8::1', 'curl/8.5.0')
    await signInAs('bob', '192.0.2.9')
    const list = await accounts.listSessions(first)
    expect(list).toMatchObject([
      { user_agent: 'curl', address: '2001:db8::1', current: false },
      { user_agent: 'Firefox on Linux', address: '192.0.2.1', current: true },
    ])
    expect(list[1]?.created_at).toBe(new Date(start).toISOString())
    const shown = JSON.stringify(list)
    for (const { token, sessionId } of [first, second]) {
      expect(shown).not.toContain(token)
      expect(shown).not.toContain(sessionId)
    }
    clock.time += 15 * minute
    await accounts.findSession(first.token)
    const [latest] = await accounts.listSessions(first)
    expect(latest).toMatchObject({
      current: true,
      last_seen_at: new Date(clock.time).toISOString(),
    })
  })

  test('one is ended by its handle, and an event ends its connections', async () => {
    const { accounts, emitted, signInAs } = await setUp()
    const here = await signInAs('ann', '192.0.2.1')
    const there = await signInAs('ann', '192.0.2.2')
    const other = (await accounts.listSessions(here)).find(({ current }) => !current)
    expect(await accounts.endSession(here, other?.id ?? '')).toBe(false)
    expect(await accounts.findSession(there.token)).toBeNull()
    expect(await accounts.findSession(here.token)).not.toBeNull()
    expect(emitted).toEqual([{ sessionId: there.sessionId, userId: there.userId }])
    const own = (await accounts.listSessions(here))[0]
    expect(await accounts.endSession(here, own?.id ?? '')).toBe(true)
    expect(await accounts.findSession(here.token)).toBeNull()
  })

  test('one of another user, ended already or made up is not there to end', async () => {
    const { accounts, emitted, signInAs } = await setUp()
    const ann = await signInAs('ann', '192.0.2.1')
    const bob = await signInAs('bob', '192.0.2.2')
    const [bobs] = await accounts.listSessions(bob)
    for (const handle of [bobs?.id ?? '', 'f'.repeat(32)]) {
      const ended = accounts.endSession(ann, handle)
      await expect(ended).rejects.toMatchObject({ code: 'not_found' })
    }
    expect(await accounts.findSession(bob.token)).not.toBeNull()
    expect(emitted).toEqual([])
  })

  test('all others are ended at once, those of other users never', async () => {
    const { accounts, emitted, signInAs } = await setUp()
    const here = await signInAs('ann', '192.0.2.1')
    const others = [await signInAs('ann', '192.0.2.2'), await signInAs('ann', '192.0.2.3')]
    const bob = await signInAs('bob', '192.0.2.4')
    await accounts.endOtherSessions(here)
    expect(await accounts.listSessions(here)).toMatchObject([{ current: true }])
    for (const { token } of others) expect(await accounts.findSession(token)).toBeNull()
    expect(await accounts.findSession(bob.token)).not.toBeNull()
    expect(emitted).toHaveLength(2)
  })
})
