import { expect, test } from 'vitest'
import { accountsOn, serve } from '../../../../test/support/accounts-on.ts'
import { createBrowser } from '../../../../test/clients/browser.ts'
import { requestBy, userActor } from '../../../../test/support/actors.ts'
import { describeAlike } from '../../../../test/support/databases.ts'

const hour = 60 * 60_000
const password = 'correct horse'
const home = '192.0.2.1'
const elsewhere = '192.0.2.2'

const account = (name: string) => ({ name, email: `${name}@example.com`, password })

const refused = (minutes: number) => ({
  code: 'rate_limited',
  message: 'Too many accounts were requested from your network. Try again later.',
  retryAfter: minutes * 60,
})

describeAlike('accounts that one client asks for', (openDatabase) => {
  async function setUp(mode: 'open' | 'invite' = 'open') {
    const db = await openDatabase()
    const process = () => accountsOn(db, mode, { accountsPerAddress: 2 })
    const parts = process()
    const names = async () => {
      const users = await db.sql.selectFrom('users').select('name').orderBy('id').execute()
      return users.map(({ name }) => name)
    }

    /** Registers by the link of an invitation; all of them come from one team. */
    async function inviter() {
      await parts.accounts.provide(account('owner'))
      const { id } = await db.sql
        .selectFrom('users')
        .select('id')
        .where('name', '=', 'owner')
        .executeTakeFirstOrThrow()
      const [team] = await parts.teams.listFor(id)
      return async (name: string, from: string) => {
        const asker = requestBy(userActor(id), team?.id ?? 0, 'manage_invites')
        await parts.invites.create(asker, account(name).email)
        await parts.mailLeft()
        const invite = /\/invite\?token=([\w-]{43})$/.exec(parts.printed.at(-1) ?? '')?.[1]
        await parts.accounts.register({ ...account(name), invite }, from)
      }
    }
    return { ...parts, process, names, inviter }
  }

  test('are limited by the hour, and another client may continue', async () => {
    const { accounts, clock, names } = await setUp()
    await accounts.register(account('one'), home)
    await accounts.register(account('two'), home)
    clock.time += hour / 4
    await expect(accounts.register(account('three'), home)).rejects.toMatchObject(refused(45))
    await accounts.register(account('four'), elsewhere)
    expect(await names()).toEqual(['one', 'two', 'four'])
    clock.time += (hour * 3) / 4
    await accounts.register(account('three'), home)
    expect(await names()).toEqual(['one', 'two', 'four', 'three'])
  })

  test('are those of all addresses of its network, where it has IPv6', async () => {
    const { accounts } = await setUp()
    await accounts.register(account('one'), '2001:db8:1:2::a')
    await accounts.register(account('two'), '2001:db8:1:2:ffff::b')
    const third = accounts.register(account('three'), '2001:db8:1:2::c')
    await expect(third).rejects.toMatchObject(refused(60))
    await accounts.register(account('three'), '2001:db8:1:3::a')
  })

  test('are counted by all processes together', async () => {
    const { accounts, process } = await setUp()
    const other = process().accounts
    await accounts.register(account('one'), home)
    await other.register(account('two'), home)
    for (const each of [accounts, other]) {
      await expect(each.register(account('three'), home)).rejects.toMatchObject(refused(60))
    }
  })

  test('are refused alike whether the address has an account or not, and count alike', async () => {
    const { accounts } = await setUp()
    await accounts.register(account('one'), elsewhere)
    await accounts.register(account('one'), home)
    await accounts.register(account('two'), home)
    for (const name of ['one', 'free']) {
      await expect(accounts.register(account(name), home)).rejects.toMatchObject(refused(60))
    }
  })

  test('have a higher limit where they are invited, and count in the limit of others', async () => {
    const { accounts, inviter } = await setUp()
    const register = await inviter()
    for (let count = 0; count < 9; count += 1) await register(`guest${count}`, home)
    await expect(accounts.register(account('stranger'), home)).rejects.toMatchObject(refused(60))
    await register('guest9', home)
    await expect(register('guest10', home)).rejects.toMatchObject(refused(60))
  })

  test('have no higher limit for a token that belongs to no invitation of that address', async () => {
    const { accounts } = await setUp()
    await accounts.register(account('one'), home)
    await accounts.register(account('two'), home)
    const guessed = { ...account('three'), invite: 'a'.repeat(43) }
    await expect(accounts.register(guessed, home)).rejects.toMatchObject(refused(60))
  })

  test('count for no limit where nobody may register', async () => {
    const { accounts, inviter } = await setUp('invite')
    for (let count = 0; count < 11; count += 1) {
      const uninvited = accounts.register(account('stranger'), home)
      await expect(uninvited).rejects.toMatchObject({ code: 'forbidden' })
    }
    await (
      await inviter()
    )('guest', home)
  })

  test('are answered over HTTP with 429 and how long to wait', async () => {
    const parts = await setUp()
    const browser = createBrowser(await serve(parts))
    const ask = (name: string) =>
      browser.post('/register', { ...account(name), password_confirmation: password })
    await ask('one')
    await ask('two')
    const third = await ask('three')
    expect([third.status, third.headers['retry-after']]).toEqual([429, '3600'])
    expect(third.json).toEqual({ code: 'rate_limited', message: refused(60).message })
  })
})
