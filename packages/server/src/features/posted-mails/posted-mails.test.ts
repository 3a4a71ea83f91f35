import { limits, postedMail } from '@mailstop/contract'
import { expect, test, vi } from 'vitest'
import { describeAlike } from '../../../test/support/databases.ts'
import { mailInbox } from '../../../test/clients/mail-inbox.ts'
import { StoreSilent } from '../../db/store-faults.ts'
import { createMailTerms } from '../../lib/mail-terms.ts'
import { createIntake } from '../mails/catch/mail-intake.ts'
import { createPostedMails, type Post } from './posted-mails.ts'
import { mailsOn } from '../../../test/support/mails-on.ts'

const source = 'From: app@rocket.test\r\nTo: you@customer.test\r\nSubject: Posted\r\n\r\nHi\r\n'

describeAlike('posted mail', (open) => {
  async function setUp() {
    const { deps, asker } = await mailInbox(await open())
    const store = { isAway: false }
    const clock = { now: Date.UTC(2026, 0, 1) }
    const now = () => clock.now
    const request = { ...asker, action: 'import_mail' as const }
    /** Each process has its own. */
    const process = () => {
      const { receive } = createIntake({ ...deps, now })
      const { markerOfMail } = mailsOn({
        ...deps,
      }).show
      const mails = createPostedMails({
        ...deps,
        now,
        receive,
        markerOfMail: (id) =>
          store.isAway ? Promise.reject(new StoreSilent(1)) : markerOfMail(id),
        maker: { make: () => Promise.reject(new Error('Made of JSON')) },
        terms: createMailTerms({
          allowed: [],
          denied: ['*@denied.test'],
          deniedSenders: ['denied.test'],
        }),
        maxMailBytes: 1_000,
      })
      const post = async (
        key?: string,
        text = source,
        envelope: Post['envelope'] = {},
        inbox: Post['inbox'] = null,
      ) => {
        const content = { digest: text, source: Buffer.from(text) }
        return (await mails.post(request, { envelope, key, inbox, read: async () => content })).id
      }
      return { removeOldKeys: mails.removeOldKeys, post, postAs: mails.post }
    }
    const stored = async () => {
      const columns = ['id', 'envelope_from', 'envelope_to'] as const
      return deps.db.sql.selectFrom('mails').select(columns).orderBy('id').execute()
    }
    return { deps, clock, store, request, process, stored }
  }

  test('is refused where it would be refused by SMTP, naming the address', async () => {
    const { process, stored } = await setUp()
    const { post } = process()
    const refused = (envelope: Post['envelope']) => post(undefined, source, envelope)
    await expect(refused({ to: ['a@b.test', 'c@denied.test'] })).rejects.toMatchObject({
      errors: { to: ['This server takes no mail for c@denied.test'] },
    })
    await expect(refused({ from: 'a@denied.test' })).rejects.toMatchObject({
      errors: { from: ['This server takes no mail from a@denied.test'] },
    })
    expect(await stored()).toEqual([])
  })

  test('with one key is kept once, however many processes are asked at once', async () => {
    const { process, stored } = await setUp()
    const [one, two] = [process(), process()]
    const others = Promise.all([one.post(), two.post()])
    const ids = await Promise.all(
      Array.from({ length: 12 }, (_, index) => (index % 2 ? one : two).post('a key')),
    )
    expect(new Set(ids).size).toBe(1)
    expect(await process().post('a key')).toBe(ids[0])
    await others
    expect(await stored()).toHaveLength(3)
    expect(await process().post('another key')).not.toBe(ids[0])
  })

  test('has a key for each inbox that is named', async () => {
    const { process, stored } = await setUp()
    const { post } = process()
    const into = (id: number) => post('a key', source, {}, { id, admit: () => {} })
    const [shop, blog] = [await into(2), await into(3)]
    expect(new Set([shop, blog, await post('a key')]).size).toBe(3)
    expect([await into(2), await into(3)]).toEqual([shop, blog])
    expect(await stored()).toHaveLength(3)
  })

  test('with the key of another message is refused', async () => {
    const { process, stored } = await setUp()
    const { post } = process()
    await post('a key')
    await expect(post('a key', source.replace('Hi', 'Bye'))).rejects.toMatchObject({
      code: 'invalid',
      errors: { 'Idempotency-Key': ['This key was used for another message'] },
    })
    expect(await stored()).toHaveLength(1)
  })

  test('that was refused leaves its key free, and a key is free again after a day', async () => {
    const { deps, clock, process } = await setUp()
    const { post, removeOldKeys } = process()
    await expect(post('a key', source + 'x'.repeat(1_000))).rejects.toMatchObject({
      code: 'too_large',
    })
    const first = await post('a key')
    clock.now += limits.idempotencyMs - 1
    await removeOldKeys()
    expect(await post('a key')).toBe(first)
    clock.now += 1
    const second = await post('a key')
    expect(second).not.toBe(first)
    expect(await post('a key')).toBe(second)
    clock.now += limits.idempotencyMs
    await removeOldKeys()
    expect(await deps.db.sql.selectFrom('idempotency_keys').selectAll().execute()).toEqual([])
  })

  test('is on disk before its key is answered with it', async () => {
    const { deps, process } = await setUp()
    const asked = vi.spyOn(deps.db, 'onDisk')
    const id = await process().post('a key')
    expect(asked).not.toHaveBeenCalled()
    await process().post('a key')
    expect(asked.mock.calls).toEqual([[[id]]])
    asked.mockRejectedValueOnce(new StoreSilent(1))
    await expect(process().post('a key')).rejects.toThrow(StoreSilent)
  })

  test('stands for its key although it was deleted', async () => {
    const { deps, process } = await setUp()
    const { post } = process()
    const id = await post('a key')
    await deps.db.sql.deleteFrom('mails').where('id', '=', id).execute()
    expect(await post('a key')).toBe(id)
  })

  test('has the envelope of the query, else the addresses of its header', async () => {
    const { process, stored } = await setUp()
    const { post } = process()
    await post(undefined, source.replace('To:', 'Bcc: x@customer.test\r\nCc:'))
    await post(undefined, source, { from: 'bounces@rocket.test', to: ['other@customer.test'] })
    await post(undefined, 'no header at all')
    expect((await stored()).map((row) => [row.envelope_from, row.envelope_to])).toEqual([
      ['app@rocket.test', '["x@customer.test","you@customer.test"]'],
      ['bounces@rocket.test', '["other@customer.test"]'],
      ['', '[]'],
    ])
  })

  test('is answered with its id when the store is away directly after the commit', async () => {
    const { store, request, process, stored } = await setUp()
    const read = async () => ({ digest: source, source: Buffer.from(source) })
    const post = { envelope: {}, key: undefined, read }
    const { postAs } = process()
    expect(await postAs(request, post)).toEqual({
      id: expect.any(Number),
      marker: expect.any(String),
    })
    store.isAway = true
    const { id, marker } = await postAs(request, post)
    expect([(await stored()).at(-1)?.id, marker]).toEqual([id, null])
  })

  test('of an actor who may not is never read', async () => {
    const { process, request } = await setUp()
    const read = () => Promise.reject(new Error('Read'))
    const post = { envelope: {}, key: undefined, read }
    const elsewhere = { ...request, teamId: 424_242 }
    const refused = process().postAs(elsewhere, post)
    await expect(refused).rejects.toMatchObject({ code: 'not_found' })
  })
})

test.each([
  ['no recipient', { to: [] }, 'to'],
  ['a line in a subject', { subject: 'a\r\nBcc: x@y.test' }, 'subject'],
  ['no address', { to: ['nobody'] }, 'to.0'],
  ['a restricted header', { headers: { 'Content-Type': 'text/plain' } }, 'headers.Content-Type'],
  ['Bcc as a header', { headers: { bCC: 'x@y.test' } }, 'headers.bCC'],
  ['a line in a header', { headers: { 'X-A': 'a\nb' } }, 'headers.X-A'],
  ['a tag of another form', { tags: ['a,b'] }, 'tags.0'],
  [
    'content that is not base64',
    { attachments: [{ content: '%', filename: 'a' }] },
    'attachments.0.content',
  ],
  [
    'a megabyte of white space before what is not base64',
    { attachments: [{ content: `${' '.repeat(1024 * 1024)}%`, filename: 'a' }] },
    'attachments.0.content',
  ],
])('json with %s is refused by the name of the field', (_what, part, field) => {
  const mail = { from: 'app@rocket.test', to: ['you@customer.test'], ...part }
  const parsed = postedMail.safeParse(mail)
  expect(parsed.error?.issues.map(({ path }) => path.join('.'))).toEqual([field])
})
