import { expect, test } from 'vitest'
import { describeEachDatabase } from '../../../test/databases.ts'
import { forwardingOn } from '../../../test/forwarding-on.ts'
import { startRelay } from '../../../test/mailer-on.ts'
import { insertRule, insertTeam } from '../../../test/store-rows.ts'
import { messageProblems } from './strict-message.ts'

const any = { from: null, to: null, subject: null }
const member = { name: 'To Ann', email: 'Ann@Example.com', rules: any }
const stranger = { name: 'To me', email: 'me@elsewhere.test', rules: any }
const gone = { code: 'gone' }
const stopped = 'Forwarding to your address has stopped'
const field = (source: string | undefined, name: string) =>
  new RegExp(`^${name}: (.*)\\r$`, 'm').exec(source ?? '')?.[1]

describeEachDatabase('a forwarded mail can be the last', (open) => {
  async function setUp(options: { publicUrl?: string } = {}) {
    const relay = await startRelay()
    const forwarding = await forwardingOn(await open(), { mailUrl: relay.url, ...options })
    const { rules, asker, deliveries, receive, lastToken } = forwarding
    /** With what the mails say to it from now on. */
    async function agree(wanted = stranger) {
      const rule = await rules.create(asker, wanted)
      if (rule.status === 'pending_verification') await rules.confirm(await lastToken())
      return rule
    }
    async function send(): Promise<string[]> {
      const before = relay.received.length
      await receive()
      deliveries.wake()
      await deliveries.idle()
      return relay.received.slice(before).map(({ source }) => source)
    }
    const tokenIn = (source: string | undefined) =>
      /\/forwarding\/stop\/([^>]+)>$/.exec(field(source, 'List-Unsubscribe') ?? '')?.[1] ?? ''
    return { ...forwarding, agree, send, tokenIn }
  }

  test('by the link it carries, which is the same in each and good again and again', async () => {
    const { agree, send, tokenIn, withdraw, rules, asker, clock, told } = await setUp()
    const rule = await agree()
    const [first] = await send()
    const [second] = await send()
    expect(field(first, 'List-Unsubscribe')).toMatch(
      new RegExp(`^<http://localhost:8025/forwarding/stop/${rule.id}-[\\w-]{43}>$`),
    )
    expect(tokenIn(second)).toBe(tokenIn(first))
    expect(messageProblems(Buffer.from(first ?? '', 'latin1'))).toEqual([])
    clock.time += 400 * 24 * 60 * 60_000
    expect(await withdraw(tokenIn(first))).toBe(stopped)
    expect(told.at(-1)).toEqual({ teamId: asker.teamId, userId: null, part: 'rules' })
    const ended = {
      status: 'pending_verification',
      withdrawn_at: new Date(clock.time).toISOString(),
    }
    expect(await rules.list(asker)).toMatchObject([ended])
    const news = told.length
    expect(await withdraw(tokenIn(first))).toBe(stopped)
    expect(told).toHaveLength(news)
    expect(await send()).toEqual([])
  })

  test('with one click where the link is TLS’s, and not elsewhere', async () => {
    const plain = await setUp()
    await plain.agree()
    expect((await plain.send())[0]).not.toContain('List-Unsubscribe-Post')
    const safe = await setUp({ publicUrl: 'https://mail.example.com' })
    await safe.agree()
    const [source] = await safe.send()
    expect(field(source, 'List-Unsubscribe')).toMatch(
      /^<https:\/\/mail\.example\.com\/forwarding\//,
    )
    expect(field(source, 'List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click')
    expect(messageProblems(Buffer.from(source ?? '', 'latin1'))).toEqual([])
  })

  test('and what is queued is cancelled, also by another rule of the team', async () => {
    const { agree, send, tokenIn, withdraw, receive, rules, asker, deliveries } = await setUp()
    const [one, other] = [await agree(), await agree({ ...stranger, email: 'ME@elsewhere.test' })]
    const kept = await agree({ ...stranger, email: 'you@elsewhere.test' })
    const [source] = await send()
    await receive()
    await withdraw(tokenIn(source))
    for (const { id } of [one, other]) {
      expect(await rules.deliveries(asker, id)).toMatchObject([
        { state: 'cancelled', answer: 'The address wants no more mail forwarded' },
        { state: 'sent' },
      ])
    }
    deliveries.wake()
    await deliveries.idle()
    expect(await rules.deliveries(asker, kept.id)).toMatchObject([
      { state: 'sent' },
      { state: 'sent' },
    ])
    expect((await rules.list(asker)).map(({ status }) => status)).toEqual([
      'pending_verification',
      'pending_verification',
      'enabled',
    ])
  })

  test('until the address agrees again, and then only newer mail is sent', async () => {
    const { agree, send, tokenIn, withdraw, receive, rules, asker, lastToken } = await setUp()
    const { id } = await agree()
    const [source] = await send()
    await receive()
    await withdraw(tokenIn(source))
    await receive()
    await rules.resend(asker, id)
    await rules.confirm(await lastToken())
    expect(await rules.list(asker)).toMatchObject([{ status: 'enabled', withdrawn_at: null }])
    expect(await send()).toHaveLength(1)
  })

  test('also for a member, who is asked like a stranger from then on', async () => {
    const { agree, send, tokenIn, withdraw, rules, asker, lastToken } = await setUp()
    const { id } = await agree(member)
    const [source] = await send()
    await withdraw(tokenIn(source))
    expect(await rules.list(asker)).toMatchObject([{ status: 'pending_verification' }])
    expect(await send()).toEqual([])
    await rules.resend(asker, id)
    await rules.confirm(await lastToken())
    expect(await rules.list(asker)).toMatchObject([{ status: 'enabled' }])
  })

  test('of a disabled rule, which then asks before it is enabled', async () => {
    const { agree, send, tokenIn, withdraw, rules, asker } = await setUp()
    const { id } = await agree()
    const [source] = await send()
    await rules.update(asker, id, { status: 'disabled' })
    await withdraw(tokenIn(source))
    expect(await rules.list(asker)).toMatchObject([{ status: 'disabled' }])
    const enabled = await rules.update(asker, id, { status: 'enabled' })
    expect(enabled.status).toBe('pending_verification')
  })

  test('and a link ends nothing but what its own address gets by its own team', async () => {
    const { agree, send, tokenIn, withdraw, rules, asker, db } = await setUp()
    const { id } = await agree()
    const token = tokenIn((await send())[0])
    const { teamId } = await insertTeam(db, 'bob')
    const theirs = await insertRule(db, teamId, stranger.email)
    const [, signature] = /-(.{43})$/.exec(token) ?? []
    const forged = [
      `${theirs}-${signature}`,
      `${token}x`,
      token.slice(0, -1),
      `${'9'.repeat(15)}-x`,
    ]
    for (const each of [...forged, '', 'unknown', `999999-${'A'.repeat(43)}`]) {
      await expect(withdraw(each)).rejects.toMatchObject(gone)
    }
    await rules.update(asker, id, { email: 'other@elsewhere.test' })
    await expect(withdraw(token)).rejects.toMatchObject(gone)
    await rules.update(asker, id, { email: stranger.email })
    expect(await withdraw(token)).toBe(stopped)
    const rows = db.sql.selectFrom('forwarding_rules').select(['id', 'withdrawn_at'])
    expect(await rows.where('id', '=', theirs).execute()).toEqual([
      { id: theirs, withdrawn_at: null },
    ])
    await rules.remove(asker, id)
    await expect(withdraw(token)).rejects.toMatchObject(gone)
  })

  test('of rules that change while it is asked for: none forwards afterwards', async () => {
    const { agree, send, tokenIn, withdraw, receive, rules, asker, lastToken, db } = await setUp()
    const { id } = await agree()
    const token = tokenIn((await send())[0])
    for (let round = 0; round < 10; round += 1) {
      const others = [receive(), rules.update(asker, id, { name: 'New' }), receive()]
      await Promise.all([...others, withdraw(token), withdraw(token), receive()])
      expect(await rules.list(asker)).toMatchObject([{ status: 'pending_verification' }])
      const waiting = db.sql.selectFrom('rule_deliveries').where('state', '=', 'queued')
      expect(await waiting.select('id').execute()).toEqual([])
      // By hand: so many letters an hour no address gets.
      const agreed = { confirmed_at: 1, withdrawn_at: null }
      await db.sql.updateTable('forwarding_rules').set(agreed).execute()
    }
    await lastToken()
  })
})
