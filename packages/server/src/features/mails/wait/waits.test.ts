import { expect, test, vi } from 'vitest'
import { describeAlike } from '../../../../test/support/databases.ts'
import { requestBy, userActor } from '../../../../test/support/actors.ts'
import { createTestViewer } from '../../../../test/clients/viewer.ts'
import { refusalOf, waitingInbox } from '../../../../test/clients/waiting-inbox.ts'
import { createEvents } from '../../../events.ts'
import { createIntake } from '../catch/mail-intake.ts'
import { serveClient } from '../../../lib/shares/served-client.ts'
import type { Viewer } from '../../../mime/view/viewer.ts'
import { markerOf, encodeMarker } from '../rows/mail-marker.ts'

const ada = 'ada@customer.test'

describeAlike('a wait', (open) => {
  test('answers with a mail that comes while it is open, whole and with a marker', async () => {
    const { begin, send, wait } = await waitingInbox(await open())
    const { answer } = await begin({ to: ada })
    await send({ to: 'bob@customer.test' })
    const id = await send({ to: 'Ada@Customer.test', subject: 'Your code', text: '123 456' })
    const { data, meta } = await answer
    expect(data).toMatchObject({ id, subject: 'Your code', text: '123 456\n', read_at: null })
    expect(data).toMatchObject({ marker: meta.marker })
    const next = await send({ to: ada })
    expect((await wait({ to: ada, after: meta.marker })).data).toMatchObject({ id: next })
  })

  test.each([
    ['to', { to: ada }],
    ['to, as a pattern', { to: 'ada@*' }],
    ['from', { from: 'app@rocket.test' }],
    ['subject', { subject: 'password RESET' }],
    ['a word of the text', { q: 'body:lantern' }],
    ['a header', { q: 'header:X-Test-Run=42' }],
    ['everything', { to: ada, from: '*@rocket.test', subject: 'your password', q: 'lantern' }],
  ])('finds a mail by %s, before and after it began', async (_, query) => {
    const { begin, send, wait, marker } = await waitingInbox(await open())
    const { answer } = await begin(query)
    const after = await marker()
    await send({ to: 'bob@else.test', from: 'b@else.test', subject: 'Password', text: 'lamp' })
    const id = await send({
      to: ada,
      subject: 'Your password reset',
      text: 'a lantern',
      header: 'X-Test-Run: 42',
    })
    expect((await answer).data).toMatchObject({ id })
    expect((await wait(query)).data).toMatchObject({ id })
    expect((await wait({ ...query, after })).data).toMatchObject({ id })
    const later = await begin({ ...query, after: await marker() })
    const next = await send({
      to: ada,
      subject: 'Your password reset',
      text: 'lantern',
      header: 'X-Test-Run: 42',
    })
    expect((await later.answer).data).toMatchObject({ id: next })
  })

  test('is answered by no mail from before its marker', async () => {
    const { send, marker, begin, passTime } = await waitingInbox(await open())
    await send({ to: ada })
    const { answer } = await begin({ to: ada, after: await marker() })
    passTime()
    expect(await refusalOf(answer)).toMatchObject({ code: 'no_mail' })
  })

  test('goes on after a mail in the same commit', async () => {
    const { send, marker, idsOf } = await waitingInbox(await open())
    const after = await marker()
    const ids = (
      await Promise.all([send({ to: ada }), send({ to: ada }), send({ to: ada })])
    ).toSorted((a, b) => a - b)
    const seen: number[] = []
    let place = after
    for (const _ of ids) {
      const [id = 0] = await idsOf({ to: ada, after: place, order: 'oldest' })
      seen.push(id)
      place = `${encodeMarker(markerOf(parseInt(after.slice(1), 36) + 1))}.${id.toString(36)}`
    }
    expect(seen).toEqual(ids)
  })

  test('takes the newest of several, or the oldest', async () => {
    const { send, marker, idsOf } = await waitingInbox(await open())
    const after = await marker()
    const ids: number[] = []
    for (const subject of ['one', 'two', 'three']) ids.push(await send({ to: ada, subject }))
    const [one, two, three] = ids
    expect(await idsOf({ to: ada, after })).toEqual([three])
    expect(await idsOf({ to: ada, after, order: 'oldest' })).toEqual([one])
    expect(await idsOf({ to: ada, after, count: 2 })).toEqual([three, two])
    expect(await idsOf({ to: ada, after, count: 2, order: 'oldest' })).toEqual([one, two])
    expect(await idsOf({ to: ada, count: 3 })).toEqual([three, two, one])
  })

  test('with a count answers when there are so many', async () => {
    const { send, begin } = await waitingInbox(await open())
    const { answer } = await begin({ to: ada, count: 3 })
    const ids = [await send({ to: ada }), await send({ to: ada }), await send({ to: ada })]
    const { data } = await answer
    expect([data].flat().map(({ id }) => id)).toEqual(ids.toReversed())
  })

  test('for the oldest looks for those that another process caught before and did not say', async () => {
    const { db, teamId, clock, send, begin, marker, untilLooked } = await waitingInbox(await open())
    const { answer } = await begin({ to: ada, after: await marker(), order: 'oldest' })
    await untilLooked()
    const elsewhere = createIntake({ db, events: createEvents(() => {}) })
    const { id } = await elsewhere.receive({
      teamId,
      envelope: { from: '', to: [ada] },
      source: new Uint8Array(Buffer.from(`To: ${ada}\r\n\r\nHi`)),
      receivedAt: clock.time,
    })
    await send({ to: ada })
    expect((await answer).data).toMatchObject({ id })
  })

  test('does not read the rows of many mails that were sent to very many', async () => {
    const { db, send, marker, wait } = await waitingInbox(await open())
    const after = await marker()
    for (let sent = 0; sent < 51; sent += 1) await send({ to: ada })
    const newest = await send({ to: ada })
    // Rows without this address, so that only the index of words still has it.
    const recipient_keys = JSON.stringify([`${'x'.repeat(350 * 1024)}@customer.test`])
    await db.sql.updateTable('mails').set({ recipient_keys }).execute()
    expect((await wait({ to: ada, after })).data).toMatchObject({ id: newest })
  })

  test('whose client has hung up reads no more mails', async () => {
    const viewer = createTestViewer()
    const hungUp = new AbortController()
    let opened = 0
    const view: Viewer['view'] = async (mail) => {
      opened += 1
      hungUp.abort()
      return viewer.view(mail)
    }
    const { send, wait } = await waitingInbox(await open(), { viewer: { ...viewer, view } })
    for (const subject of ['one', 'two', 'three']) await send({ to: ada, subject })
    const client = { user: 'ann', connection: {}, signal: hungUp.signal }
    const answer = serveClient(client, () => wait({ to: ada, count: 3 }))
    expect(await refusalOf(answer)).toMatchObject({ code: 'unavailable' })
    expect(opened).toBe(1)
  })

  test('says how long it waited, whatever happens to the clock', async () => {
    const { begin, send, clock } = await waitingInbox(await open())
    const { answer } = await begin({ to: ada })
    clock.time -= 24 * 60 * 60_000
    await send({ to: ada })
    const { meta } = await answer
    expect(meta.waited_ms).toBeGreaterThanOrEqual(0)
    expect(meta.waited_ms).toBeLessThan(60_000)
  })

  test('for many large mails answers with what fits, and reads few lists of a user at a time', async () => {
    const viewer = createTestViewer()
    const opened = { now: 0, most: 0 }
    const view: typeof viewer.view = async (mail) => {
      opened.most = Math.max(opened.most, ++opened.now)
      const seen = await viewer.view(mail)
      opened.now -= 1
      return { ...seen, headers: [], text: 'x'.repeat(200_000), transcript: 'y'.repeat(100_000) }
    }
    const { send, wait } = await waitingInbox(await open(), { viewer: { ...viewer, view } })
    for (let n = 0; n < 30; n += 1) await send({ to: ada })
    const answers = await Promise.all([1, 2, 3, 4].map(() => wait({ to: ada, count: 30 })))
    for (const { data } of answers) {
      const mails = [data].flat()
      expect(mails).toHaveLength(30)
      expect(JSON.stringify(data).length).toBeLessThan(4_500_000)
      const [first, last] = [mails.at(0), mails.at(-1)]
      expect(first).toMatchObject({ problem: null, text: expect.any(String) })
      expect(last).toMatchObject({ to: [{ address: ada }], problem: 'cut', text: null })
      expect(last?.large).toEqual(['text'])
    }
    expect(opened.most).toBe(2)
  })

  test('asks the store about an arrival together with the others that hear of it', async () => {
    const { send, begin, untilLooked, db } = await waitingInbox(await open())
    const waits = await Promise.all(Array.from({ length: 20 }, () => begin({ to: ada, count: 3 })))
    await untilLooked()
    const asked = vi.spyOn(db.sql, 'selectFrom')
    await send({ to: ada })
    // The waits have looked at it when another that begins now is answered.
    await (
      await begin({ to: 'ada@*' })
    ).answer
    expect(asked.mock.calls.filter(([table]) => table === 'mails').length).toBeLessThan(10)
    asked.mockRestore()
    await send({ to: ada })
    const last = await send({ to: ada })
    for (const { answer } of waits) {
      const { data } = await answer
      expect([data].flat()[0]).toMatchObject({ id: last })
    }
  })

  test('that asks for marks and words reads a mail once, however many such waits there are', async () => {
    const { send, begin, db, marker, markRead } = await waitingInbox(await open())
    const after = await marker()
    const id = await send({ to: ada, text: 'lantern' })
    const waits = await Promise.all(
      Array.from({ length: 20 }, () => begin({ q: 'is:read lantern', after })),
    )
    const get = vi.spyOn(db.sources, 'get')
    await markRead(id)
    for (const { answer } of waits) expect((await answer).data).toMatchObject({ id })
    // One source for the words, and one for each answer.
    expect(get.mock.calls.length).toBeLessThanOrEqual(21)
  })

  test('ends with what arrived instead, and with what was there before', async () => {
    const { send, marker, begin, passTime } = await waitingInbox(await open())
    const near = await send({ to: 'ada+old@else.test', subject: 'Welcome' })
    const after = await marker()
    const { answer } = await begin({ to: ada, subject: 'Welcome', q: 'body:lantern', after })
    const bob = await send({ to: 'bob@customer.test', subject: 'Welcome' })
    const other = await send({ to: ada, subject: 'Goodbye', text: 'lantern' })
    passTime()
    const { code, message, details } = await refusalOf(answer)
    expect(code).toBe('no_mail')
    expect(message).not.toContain('marker')
    expect(details).toMatchObject({
      saw: [
        { id: other, subject: 'Goodbye', to: [{ address: ada }], failed: ['subject'] },
        { id: bob, failed: ['to', 'q'] },
      ],
      near: [{ id: near, subject: 'Welcome', failed: ['to', 'q', 'after'] }],
    })
  })

  test('for silence lasts as long as asked, and ends at once with a mail that breaks it', async () => {
    const { send, begin, passTime, marker } = await waitingInbox(await open())
    const after = await marker()
    const quiet = await begin({ to: ada, count: 0, after })
    await send({ to: 'bob@customer.test' })
    passTime()
    expect((await quiet.answer).data).toEqual([])
    const broken = await begin({ to: ada, count: 0, after })
    const id = await send({ to: ada })
    const refusal = await refusalOf(broken.answer)
    expect(refusal).toMatchObject({ code: 'unexpected_mail', details: { mail: { id } } })
  })

  test('hears that a mail was restored, or marked as it asks', async () => {
    const { send, begin, restore, markRead, marker, ...inbox } = await waitingInbox(await open())
    const after = await marker()
    const id = await send({ to: ada })
    await inbox.delete(id)
    const { answer } = await begin({ to: ada, after })
    await restore(id)
    expect((await answer).data).toMatchObject({ id })
    const read = await begin({ q: 'is:read', after })
    await markRead(id)
    expect((await read.answer).data).toMatchObject({ id })
  })

  test('for a tag is answered by the mail that came with it, or that gets it later', async () => {
    const { send, begin, mails, ...inbox } = await waitingInbox(await open())
    const { answer } = await begin({ to: ada, tag: 'RUN42' })
    await send({ to: ada, header: 'X-Tags: run4, run421' })
    const id = await send({ to: ada, header: 'X-Tags: other, run42' })
    expect((await answer).data).toMatchObject({ id, tags: ['other', 'run42'] })
    const late = await begin({ to: ada, tag: 'late', after: await inbox.marker() })
    const plain = await send({ to: ada })
    const request = requestBy(userActor(1), inbox.teamId, 'change_mail')
    await mails.change.update(request, id, { add_tags: ['late'] })
    await mails.change.update(request, plain, { add_tags: ['late'] })
    expect((await late.answer).data).toMatchObject({ id: plain })
    const none = await begin({ to: ada, tag: 'nobody', after: 'r0' })
    inbox.passTime()
    expect(await refusalOf(none.answer)).toMatchObject({
      details: {
        saw: [
          { tags: ['late'], failed: ['tag'] },
          { tags: ['late', 'other', 'run42'], failed: ['tag'] },
          { tags: ['run4', 'run421'], failed: ['tag'] },
        ],
      },
    })
  })

  test('without a condition, or with a broken one, is refused', async () => {
    const { wait, marker } = await waitingInbox(await open())
    expect(await refusalOf(wait({ q: '"' }))).toMatchObject({ errors: { q: [expect.any(String)] } })
    expect(await refusalOf(wait({ subject: '!' }))).toMatchObject({ code: 'invalid' })
    expect(await refusalOf(wait({ after: 'yesterday' }))).toMatchObject({
      errors: { after: ['field is not valid'] },
    })
    const next = encodeMarker(markerOf(parseInt((await marker()).slice(1), 36) + 1))
    expect(await refusalOf(wait({ after: next }))).toMatchObject({ code: 'gone' })
  })

  test('ends with the session, the membership, or the process', async () => {
    const { begin, events, waits, teamId, wait, members } = await waitingInbox(await open())
    const [ann, bob, eve] = [
      await begin({ to: ada }),
      await begin({ to: ada }, 2),
      await begin({ to: ada }, 3),
    ]
    events.emit('accessEnded', { sessionId: 'of 1' })
    expect(await refusalOf(ann.answer)).toMatchObject({ code: 'signed_out' })
    members.delete(2)
    events.emit('accessEnded', { teamId, userId: 2 })
    expect(await refusalOf(bob.answer)).toMatchObject({ code: 'not_found' })
    expect(waits.open()).toBe(1)
    waits.stop()
    expect(await refusalOf(eve.answer)).toMatchObject({ code: 'unavailable', retryAfter: 1 })
    expect(await refusalOf(wait({ to: ada }))).toMatchObject({ code: 'unavailable', retryAfter: 1 })
    expect(waits.open()).toBe(0)
  })

  test('is checked again when events were missed', async () => {
    const { begin, events, living, members } = await waitingInbox(await open())
    const [ann, bob] = [await begin({ to: ada }), await begin({ to: ada }, 2)]
    members.delete(2)
    events.emit('eventsMissed', { since: 0 })
    expect(await refusalOf(bob.answer)).toMatchObject({ code: 'not_found' })
    living.sessions = false
    events.emit('eventsMissed', { since: 0 })
    expect(await refusalOf(ann.answer)).toMatchObject({ code: 'signed_out' })
  })

  test('conditions are limited for all askers of a team together, and have room again afterwards', async () => {
    const limits = { perAsker: 3, inAll: 9, termsPerAsker: 5, termsPerTeam: 8 }
    const { begin, wait, waits, passTime } = await waitingInbox(await open(), { limits })
    const { answer } = await begin({ q: 'one two three four five' })
    const other = { q: 'six seven eight nine' }
    expect(await refusalOf(wait(other, 2))).toMatchObject({ code: 'rate_limited' })
    passTime()
    expect(await refusalOf(answer)).toMatchObject({
      code: 'no_mail',
      message: expect.stringContaining('take a marker before the app sends'),
    })
    const { answer: ended } = await begin(other, 2)
    waits.stop()
    expect(await refusalOf(ended)).toMatchObject({ code: 'unavailable' })
  })

  test('places are limited for each asker, and a full process gives the youngest of the largest away', async () => {
    const limits = { perAsker: 3, inAll: 4, termsPerAsker: 20, termsPerTeam: 60 }
    const { begin, wait, waits } = await waitingInbox(await open(), { limits })
    await begin({ to: ada })
    await begin({ to: ada })
    const third = await begin({ to: ada })
    expect(await refusalOf(wait({ to: ada }))).toMatchObject({
      code: 'rate_limited',
      retryAfter: 1,
    })
    const terms = Array.from({ length: 30 }, (_, index) => `word${index}`).join(' ')
    expect(await refusalOf(wait({ q: terms }, 2))).toMatchObject({ code: 'rate_limited' })
    await begin({ to: ada }, 2)
    expect(waits.open()).toBe(4)
    const next = wait({ to: ada }, 3)
    expect(await refusalOf(third.answer)).toMatchObject({ code: 'unavailable', retryAfter: 1 })
    expect(waits.open()).toBe(4)
    expect(await refusalOf(wait({ to: ada }, 2))).toMatchObject({ code: 'unavailable' })
    waits.stop()
    expect(await refusalOf(next)).toMatchObject({ code: 'unavailable' })
  })
})
