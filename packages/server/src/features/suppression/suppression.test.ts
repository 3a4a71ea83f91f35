import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { describeAlike } from '../../../test/support/databases.ts'
import { forwardingOn } from '../../../test/support/forwarding-on.ts'
import { startRelay } from '../../../test/support/mailer-on.ts'
import { insertRule, insertTeam } from '../../../test/support/store-rows.ts'
import { messageProblems } from '../forwarding/delivery/strict-message.ts'

const any = { from: null, to: null, subject: null }
const member = { name: 'To Ann', email: 'Ann@Example.com', rules: any }
const stranger = { name: 'To me', email: 'me@elsewhere.test', rules: any }
const gone = { code: 'gone' }
const unwilling = {
  code: 'conflict',
  message: expect.stringMatching(/has stopped emails from Mailstop/),
}
const stopped = 'Emails to your address have stopped'
const goesOn = 'Emails to your address are allowed again'
const field = (source: string | undefined, name: string) =>
  new RegExp(`^${name}: (.*)\\r$`, 'm').exec(source ?? '')?.[1]
const tokenOf = (url: string) => url.slice(url.lastIndexOf('/') + 1)

describeAlike('suppression', (open) => {
  async function setUp(options: { publicUrl?: string } = {}) {
    const relay = await startRelay()
    const forwarding = await forwardingOn(await open(), { mailUrl: relay.url, ...options })
    const { rules, asker, deliveries, receive, lastToken, suppression } = forwarding
    async function agree(wanted = stranger) {
      const rule = await rules.create(asker, wanted)
      if (rule.status === 'pending_verification') await rules.confirm(await lastToken())
      return rule
    }
    async function deliver(): Promise<void> {
      deliveries.wake()
      await deliveries.idle()
    }
    /** With what the mails say that leave for it. */
    async function send(): Promise<string[]> {
      const before = relay.received.length
      await receive()
      await deliver()
      return relay.received.slice(before).map(({ source }) => source)
    }
    const tokenIn = (source: string | undefined) =>
      /\/forwarding\/stop\/([^>]+)>$/.exec(field(source, 'List-Unsubscribe') ?? '')?.[1] ?? ''
    const linkTo = (email: string) => tokenOf(suppression.urlOf(email))
    return { ...forwarding, agree, deliver, send, tokenIn, linkTo }
  }

  test('the link in a mail stops further mail, is the same in each mail, and can be used again', async () => {
    const { agree, send, tokenIn, suppression, rules, asker, clock, emitted } = await setUp()
    await agree()
    const [first] = await send()
    const [second] = await send()
    const token = tokenIn(first)
    expect(token).toMatch(/^a-[\w-]+-[\w-]{43}$/)
    expect(tokenIn(second)).toBe(token)
    expect(messageProblems(Buffer.from(first ?? '', 'latin1'))).toEqual([])
    expect(await suppression.stateOf(token)).toEqual({ email: stranger.email, stopped_at: null })
    clock.time += 400 * 24 * 60 * 60_000
    expect(await suppression.stop(token)).toBe(stopped)
    const since = new Date(clock.time).toISOString()
    expect(await suppression.stateOf(token)).toEqual({ email: stranger.email, stopped_at: since })
    expect(emitted.at(-1)).toEqual({ teamId: asker.teamId, userId: null, part: 'rules' })
    const ended = { status: 'pending_verification', withdrawn_at: since }
    expect(await rules.list(asker)).toMatchObject([ended])
    const news = emitted.length
    clock.time += 1
    expect(await suppression.stop(token)).toBe(stopped)
    expect(emitted).toHaveLength(news)
    expect(await send()).toEqual([])
  })

  test('one click on the link is enough where it is https, and only there', async () => {
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

  test('queued deliveries to the address are cancelled, of all rules of all teams', async () => {
    const { agree, send, linkTo, suppression, receive, rules, asker, deliver, db } = await setUp()
    const [one, other] = [await agree(), await agree({ ...stranger, email: 'ME@elsewhere.test' })]
    const kept = await agree({ ...stranger, email: 'you@elsewhere.test' })
    const { teamId } = await insertTeam(db, 'bob')
    const theirs = await insertRule(db, teamId, stranger.email)
    await send()
    const mail = await receive()
    const asked = { rule_id: theirs, mail_id: mail, state: 'queued' as const, attempts: 0 }
    const times = { created_at: 1_700_000_000_000, due_at: 0 }
    await db.sql
      .insertInto('rule_deliveries')
      .values({ ...asked, ...times })
      .execute()
    await suppression.stop(linkTo(stranger.email))
    await deliver()
    const newest = db.sql.selectFrom('rule_deliveries').select(['rule_id', 'state', 'answer'])
    for (const rule of [one.id, other.id, theirs]) {
      const rows = await newest.where('rule_id', '=', rule).orderBy('id', 'desc').execute()
      expect(rows[0]).toMatchObject({
        state: 'cancelled',
        answer: 'The recipient has stopped emails from Mailstop',
      })
    }
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

  test.each([
    ['stranger', stranger],
    ['member', member],
  ])('after the stop is undone, newer mail is sent: of a %s', async (_, wanted) => {
    const { agree, send, linkTo, suppression, receive, deliver, rules, asker, emitted } =
      await setUp()
    await agree(wanted)
    const token = linkTo(wanted.email)
    await suppression.stop(token)
    await receive()
    await deliver()
    const news = emitted.length
    expect(await suppression.resume(token)).toBe(goesOn)
    expect(await suppression.resume(token)).toBe(goesOn)
    expect(emitted).toHaveLength(news + 1)
    expect(await suppression.stateOf(token)).toMatchObject({ stopped_at: null })
    expect(await rules.list(asker)).toMatchObject([{ status: 'enabled', withdrawn_at: null }])
    expect(await send()).toHaveLength(1)
  })

  test('the address gets no request and no invitation, and refusing these counts for no limit', async () => {
    const { agree, linkTo, suppression, rules, asker, lastToken, printed, db } = await setUp()
    const pending = await rules.create(asker, stranger)
    const consent = await lastToken()
    const other = await agree({ ...stranger, email: 'you@elsewhere.test' })
    const disabled = await agree({ ...stranger, email: 'they@elsewhere.test' })
    await rules.update(asker, disabled.id, { status: 'disabled' })
    await suppression.stop(linkTo(stranger.email))
    await suppression.stop(linkTo('they@elsewhere.test'))
    const counted = () => db.sql.selectFrom('attempts').selectAll().orderBy('id').execute()
    const [before, emails] = [await counted(), printed.length]
    for (const ask of [
      () => rules.create(asker, { ...stranger, email: 'ME@elsewhere.test' }),
      () => rules.resend(asker, pending.id),
      () => rules.update(asker, other.id, { email: stranger.email }),
      () => rules.update(asker, disabled.id, { status: 'enabled' }),
    ]) {
      await expect(ask()).rejects.toMatchObject(unwilling)
    }
    await expect(rules.confirm(consent)).rejects.toMatchObject({ code: 'conflict' })
    expect(await counted()).toEqual(before)
    expect(printed).toHaveLength(emails)
    const renamed = await rules.update(asker, pending.id, { name: 'New', email: stranger.email })
    expect(renamed).toMatchObject({ name: 'New', status: 'pending_verification' })
    await suppression.resume(linkTo(stranger.email))
    await rules.confirm(consent)
    expect((await rules.list(asker))[0]).toMatchObject({ status: 'enabled' })
  })

  test('the link of a rule, from mail of earlier versions, stops mail while the rule has that address', async () => {
    const { agree, suppression, rules, asker } = await setUp()
    const { id } = await agree()
    const signed = (text: string) =>
      createHmac('sha256', new Uint8Array(32).fill(5)).update(text).digest('base64url')
    const token = `${id}-${signed(JSON.stringify([id, stranger.email]))}`
    await rules.update(asker, id, { email: 'other@elsewhere.test' })
    await expect(suppression.stop(token)).rejects.toMatchObject(gone)
    await rules.update(asker, id, { email: stranger.email })
    expect(await suppression.stop(token)).toBe(stopped)
    expect(await suppression.isSuppressed('ME@elsewhere.test')).toBe(true)
    await rules.remove(asker, id)
    await expect(suppression.stop(token)).rejects.toMatchObject(gone)
  })

  test('a link stops mail to its own address alone', async () => {
    const { agree, linkTo, suppression, db } = await setUp()
    const { id } = await agree()
    const token = linkTo(stranger.email)
    const [, , signature] = /^a-(.+)-(.{43})$/.exec(token) ?? []
    const encoded = (email: string) => Buffer.from(email).toString('base64url')
    const forged = [
      `a-${encoded('you@elsewhere.test')}-${signature}`,
      `a-${encoded(' me@elsewhere.test')}-${signature}`,
      `${id}-${signature}`,
      `1-${encoded(stranger.email)}-${signature}`,
      `${token}x`,
      token.slice(0, -1),
      token.slice(1),
      `a--${signature}`,
      `${'9'.repeat(15)}-${'A'.repeat(43)}`,
      '',
      'unknown',
    ]
    for (const each of forged) {
      for (const ask of [suppression.stateOf, suppression.stop, suppression.resume]) {
        await expect(ask(each)).rejects.toMatchObject(gone)
      }
    }
    expect(await db.sql.selectFrom('suppressed_addresses').selectAll().execute()).toEqual([])
  })

  test('the link of the longest address fits in a line that relays accept', async () => {
    const { agree, send, tokenIn, suppression } = await setUp()
    const label = 'd'.repeat(61)
    const email = `${'l'.repeat(64)}@${label}.${label}.${label}.tt`
    await agree({ ...stranger, email })
    const [source] = await send()
    expect(messageProblems(Buffer.from(source ?? '', 'latin1'))).toEqual([])
    expect(await suppression.stop(tokenIn(source))).toBe(stopped)
  })

  test('rules that change while an address is stopped forward nothing to it afterwards', async () => {
    const { agree, linkTo, suppression, deliver, receive, rules, asker, db } = await setUp()
    const { id } = await agree()
    const token = linkTo(stranger.email)
    for (let round = 0; round < 10; round += 1) {
      const others = [receive(), rules.update(asker, id, { name: 'New' }), receive()]
      const stops = [suppression.stop(token), suppression.stop(token)]
      await Promise.all([...others, ...stops, receive()])
      expect(await rules.list(asker)).toMatchObject([{ status: 'pending_verification' }])
      await deliver()
      const waiting = db.sql.selectFrom('rule_deliveries').where('state', '!=', 'cancelled')
      expect(await waiting.select('id').execute()).toEqual([])
      await suppression.resume(token)
    }
  })
})
