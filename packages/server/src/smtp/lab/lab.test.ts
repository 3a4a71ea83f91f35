import {
  actionOfStep,
  labPoints,
  scenarioPresets,
  type LabPoint,
  type LabStep,
} from '@mailstop/contract'
import { describe, expect, test } from 'vitest'
import { createLabServer, type LabClient } from '../../../test/clients/lab-session.ts'
import { authPlain } from '../../../test/clients/smtp-harness.ts'

type Script = readonly (readonly [point: LabPoint | null, line: string])[]

/** A conversation that passes each point once. */
const script: Script = [
  [null, 'EHLO client.test'],
  ['auth', authPlain()],
  ['noop', 'NOOP'],
  ['rset', 'RSET'],
  ['mail', 'MAIL FROM:<app@rocket.test>'],
  ['rcpt', 'RCPT TO:<ada@b.test>'],
  ['data', 'DATA'],
  ['content', 'Subject: Hello\r\n'],
  ['end', 'Text\r\n.'],
  ['quit', 'QUIT'],
]

/** Speaks up to a point, and returns what is answered there. */
async function speakTo(client: LabClient, point: LabPoint): Promise<string> {
  await client.greet()
  for (const [at, line] of script) {
    const output = await client.send(line)
    if (at === point) return output
  }
  throw new Error(`No line reaches ${point}`)
}

test.each(scenarioPresets)('the preset $name acts at the point of its steps', async ({ steps }) => {
  const server = createLabServer([...steps])
  for (let count = 0; count < 40 && server.events.length === 0; count += 1) {
    const client = server.connect()
    await client.greet()
    for (const [, line] of script) if (client.end() === null) await client.send(line)
  }
  expect(steps.map(({ at }) => at)).toContain(server.events[0]?.at)
  expect(steps.map(actionOfStep)).toContain(server.events[0]?.did)
})

const normal: Record<LabPoint, string> = {
  auth: '235 2.7.0 Authentication succeeded\r\n',
  noop: '250 2.0.0 Ok\r\n',
  rset: '250 2.0.0 Ok\r\n',
  mail: '250 2.1.0 Sender ok\r\n',
  rcpt: '250 2.1.5 Recipient ok\r\n',
  data: '354 End data with <CR><LF>.<CR><LF>\r\n',
  content: '',
  end: '250 2.0.0 Ok: queued as 1\r\n',
  quit: '221 2.0.0 Bye\r\n',
}

type Expected = {
  said: string
  waits?: number[]
  end?: 'close' | 'reset' | 'said' | null
  mails?: number
}
type Case = {
  title: string
  step: Omit<LabStep, 'at'>
  not?: LabPoint[]
  at: (point: LabPoint) => Expected
}

const reply = { code: 451, enhanced: '4.3.0', text: 'On purpose' }
const refused = '451 4.3.0 On purpose\r\n'
/** Whether the mail is complete at a point, so that it is kept. */
const kept = (point: LabPoint) => (point === 'end' ? 1 : 0)
const ended = (point: LabPoint): Pick<Expected, 'end' | 'mails'> => ({
  end: point === 'quit' ? 'said' : null,
  mails: point === 'end' || point === 'quit' ? 1 : 0,
})

const cases: Case[] = [
  {
    title: 'reply',
    step: { do: { reply } },
    not: ['content'],
    at: (point) => ({ said: refused, mails: point === 'quit' ? 1 : 0 }),
  },
  {
    title: 'reply 421',
    step: { do: { reply: { code: 421, text: 'Go\nAway' } } },
    not: ['content'],
    at: (point) => ({
      said: '421-Go\r\n421 Away\r\n',
      end: 'said',
      mails: point === 'quit' ? 1 : 0,
    }),
  },
  {
    title: 'delay_ms',
    step: { do: { delay_ms: 5_000 } },
    at: (point) => ({ said: normal[point], waits: [5_000], ...ended(point) }),
  },
  {
    title: 'drop: close',
    step: { do: { drop: 'close' } },
    at: (point) => ({ said: '', end: 'close', mails: point === 'quit' ? 1 : kept(point) }),
  },
  {
    title: 'drop: reset',
    step: { do: { drop: 'reset' } },
    at: (point) => ({ said: '', end: 'reset', mails: point === 'quit' ? 1 : kept(point) }),
  },
  {
    title: 'greylist_s',
    step: { key: 'inbox', do: { greylist_s: 60 } },
    not: ['content'],
    at: (point) => ({ said: '451 4.7.1 Try again later\r\n', mails: point === 'quit' ? 1 : 0 }),
  },
  {
    title: 'rate within its limit',
    step: { do: { rate: { count: 1, per_s: 60 } } },
    not: ['content'],
    at: (point) => ({ said: normal[point], ...ended(point) }),
  },
  {
    title: 'throttle_bps',
    step: { do: { throttle_bps: 4 } },
    not: labPoints.filter((point) => point !== 'content'),
    // 18 bytes at 4 a second.
    at: () => ({ said: '', waits: [4_500] }),
  },
  {
    title: 'silence',
    step: { do: { silence: true } },
    at: (point) => ({
      said: '',
      waits: [300_000],
      end: 'close',
      mails: point === 'quit' ? 1 : kept(point),
    }),
  },
  {
    title: 'accept: catch',
    step: { do: { accept: 'catch' } },
    at: (point) => ({ said: normal[point], ...ended(point) }),
  },
  {
    title: 'accept: discard',
    step: { do: { accept: 'discard' } },
    not: labPoints.filter((point) => point !== 'end'),
    at: () => ({ said: '250 2.0.0 Ok: discarded by a scenario\r\n' }),
  },
]

const rows = cases.flatMap(({ title, step, not = [], at }) =>
  labPoints
    .filter((point) => !not.includes(point))
    .map((point) => ({ title, point, step: { ...step, at: point }, expected: at(point) })),
)

test.each(rows)('$title acts at $point', async ({ point, step, expected }) => {
  const server = createLabServer([step])
  const client = server.connect()
  const said = await speakTo(client, point)
  expect({ said, waits: client.waits, end: client.end(), mails: server.mails.length }).toEqual({
    waits: [],
    end: null,
    mails: 0,
    ...expected,
  })
})

describe('a scenario', () => {
  const mail = async (
    client: LabClient,
    { from = 'app@rocket.test', to = ['ada@b.test'], subject = 'Hello' } = {},
  ) => {
    const replies = [await client.send(`MAIL FROM:<${from}>`)]
    for (const one of to) replies.push(await client.send(`RCPT TO:<${one}>`))
    replies.push(await client.send('DATA'))
    if (replies.at(-1)?.startsWith('354')) {
      replies.push(await client.send(`Subject: ${subject}\r\n\r\nText\r\n.`))
    } else await client.send('RSET')
    return replies.map((each) => each.slice(0, 3))
  }

  async function loggedIn(steps: LabStep[], options: { seed?: string } = {}) {
    const server = createLabServer(steps, options)
    const connect = async () => {
      const client = server.connect()
      await client.greet()
      await client.send('EHLO client.test')
      await client.send(authPlain())
      return client
    }
    return { ...server, connect, client: await connect() }
  }

  const refuse = (at: LabPoint, when: LabStep['when']): LabStep => ({
    at,
    ...(when && { when }),
    do: { reply },
  })

  test.each([
    { when: { recipient: '*@SLOW.test' }, to: ['a@slow.test', 'b@fast.test'], expected: '451' },
    { when: { recipient: '*@slow.test' }, to: ['b@fast.test'], expected: '250' },
    { when: { sender: 'app@*' }, to: ['a@b.test'], expected: '451' },
    { when: { sender: 'other@*' }, to: ['a@b.test'], expected: '250' },
    { when: { subject: 'Inv*' }, to: ['a@b.test'], subject: 'Invoice', expected: '451' },
    { when: { subject: 'Inv*' }, to: ['a@b.test'], expected: '250' },
    { when: { helo: 'client.*' }, to: ['a@b.test'], expected: '451' },
    { when: { helo: 'other.*' }, to: ['a@b.test'], expected: '250' },
    { when: { address: '10.0.0.0/8' }, to: ['a@b.test'], expected: '451' },
    { when: { address: '192.0.2.1' }, to: ['a@b.test'], expected: '250' },
  ])('with $when answers $expected to mail for $to', async ({ when, to, subject, expected }) => {
    const { client } = await loggedIn([refuse('end', when)])
    expect((await mail(client, { to, ...(subject && { subject }) })).at(-1)).toBe(expected)
  })

  test('adds delays up, and its first other step that matches acts', async () => {
    const { client, events } = await loggedIn([
      { at: 'rcpt', do: { delay_ms: 1_000 } },
      { at: 'rcpt', when: { recipient: 'bob@*' }, do: { reply } },
      { at: 'rcpt', do: { delay_ms: 500 } },
      { at: 'rcpt', do: { accept: 'catch' } },
      { at: 'rcpt', do: { drop: 'close' } },
    ])
    await client.send('MAIL FROM:<app@rocket.test>')
    expect(await client.send('RCPT TO:<ada@b.test>')).toMatch(/^250/)
    expect(await client.send('RCPT TO:<bob@b.test>')).toBe(refused)
    expect(client.waits).toEqual([1_500, 1_000])
    expect(events.map(({ step }) => step)).toEqual([0, 2, 3, 0, 1])
  })

  test('refuses one recipient, and the mail comes for the others', async () => {
    const { client, mails } = await loggedIn([refuse('rcpt', { recipient: 'bob@*' })])
    expect(await mail(client, { to: ['ada@b.test', 'bob@b.test'] })).toEqual([
      '250',
      '250',
      '451',
      '354',
      '250',
    ])
    expect(mails.map(({ envelope }) => envelope.to)).toEqual([['ada@b.test']])
  })

  test('refuses a chunk of BDAT once it has been read', async () => {
    const { client, mails } = await loggedIn([refuse('data', undefined)])
    await client.send('MAIL FROM:<app@rocket.test>')
    await client.send('RCPT TO:<ada@b.test>')
    expect(await client.send('BDAT 6 LAST\r\nText')).toBe(refused)
    expect(await client.send('NOOP')).toMatch(/^250/)
    expect(mails).toEqual([])
  })

  test('greylists each sender and recipient until its time is over', async () => {
    const { client, clock } = await loggedIn([{ at: 'rcpt', do: { greylist_s: 60 } }])
    const rcpt = async (to: string) => (await mail(client, { to: [to] }))[1]
    expect(await rcpt('ada@b.test')).toBe('451')
    clock.now += 59_000
    expect([await rcpt('ada@b.test'), await rcpt('bob@b.test')]).toEqual(['451', '451'])
    clock.now += 1_000
    expect([await rcpt('ADA@b.test'), await rcpt('bob@b.test')]).toEqual(['250', '451'])
  })

  test('lets so many within a time pass, in all connections', async () => {
    const preset = scenarioPresets.find(({ name }) => name === 'rate-limit')
    const { connect, clock } = await loggedIn([...(preset?.steps ?? [])])
    const codes = async () => {
      const found: (string | undefined)[] = []
      for (let sent = 0; sent < 12; sent += 1) {
        const client = await connect()
        found.push((await mail(client)).at(-1))
      }
      return found
    }
    const expected = [...Array<string>(10).fill('250'), '421', '421']
    expect(await codes()).toEqual(expected)
    clock.now += 60_000
    expect(await codes()).toEqual(expected)
  })

  test('acts on some attempts alone', async () => {
    const { client } = await loggedIn([refuse('end', { attempt: { from: 2, to: 3 } })])
    const ends: (string | undefined)[] = []
    for (let sent = 0; sent < 4; sent += 1) ends.push((await mail(client)).at(-1))
    expect(ends).toEqual(['250', '451', '451', '250'])
    expect((await mail(client, { to: ['bob@b.test'] })).at(-1)).toBe('250')
  })

  test('fails the same mails with the same seed', async () => {
    const run = async (seed: string) => {
      const { client } = await loggedIn([{ at: 'end', chance: 40, do: { reply } }], { seed })
      const ends: (string | undefined)[] = []
      for (let sent = 0; sent < 30; sent += 1) ends.push((await mail(client)).at(-1))
      return ends.join(' ')
    }
    const [one, again, other] = [await run('one'), await run('one'), await run('other')]
    expect(one).toBe(again)
    expect(one).not.toBe(other)
  })

  test('reports what it refused after the content, with what it was', async () => {
    const { client, events, mails } = await loggedIn([refuse('end', undefined)])
    await mail(client)
    expect(mails).toEqual([])
    expect(events).toMatchObject([
      {
        teamId: 7,
        inbox: 1,
        step: 0,
        at: 'end',
        did: 'reply',
        sender: 'app@rocket.test',
        recipients: ['ada@b.test'],
        content: expect.any(Function),
        reply: '451 4.3.0 On purpose',
      },
    ])
    expect(events[0]?.session).toMatch(/^[0-9a-f-]{36}$/)
  })

  test('of an app that makes many mistakes on purpose never ends its connection', async () => {
    const { client } = await loggedIn([{ at: 'rcpt', do: { reply: { code: 550, text: 'No' } } }])
    await client.send('MAIL FROM:<app@rocket.test>')
    for (let sent = 0; sent < 200; sent += 1) {
      expect(await client.send(`RCPT TO:<u${sent}@b.test>`)).toBe('550 No\r\n')
    }
    expect([client.end(), client.waits]).toEqual([null, []])
  })

  test('delays so many connections of a team, and refuses the next', async () => {
    const { connect } = await loggedIn([{ at: 'content', do: { throttle_bps: 1 } }])
    // Held until its content ends.
    const held = []
    for (let count = 0; count < 200; count += 1) {
      const client = await connect()
      await client.send('MAIL FROM:<app@rocket.test>')
      await client.send('RCPT TO:<ada@b.test>')
      await client.send('DATA')
      expect(await client.send('x')).toBe('')
      held.push(client)
    }
    const next = await connect()
    await next.send('MAIL FROM:<app@rocket.test>')
    await next.send('RCPT TO:<ada@b.test>')
    await next.send('DATA')
    expect(await next.send('x')).toMatch(/^421 4.3.2 This scenario delays 200 connections already/)
  })
})

describe('a recipient at smtp.invalid', () => {
  test.each([
    ['bounce@smtp.invalid', /^550 5\.0\.0/],
    ['bounce+552@SMTP.invalid', /^552 5\.0\.0/],
    ['defer+450@smtp.invalid', /^450 4\.0\.0/],
    ['delay+7000@smtp.invalid', /^250/, [7_000]],
    ['delay+999999@smtp.invalid', /^250/, [300_000]],
    ['greylist+60@smtp.invalid', /^451 4\.7\.1/],
    ['drop@smtp.invalid', /^$/],
    ['bounce+200@smtp.invalid', /^250/],
    ['ada@smtp.invalid', /^250/],
    ['bounce@b.test', /^250/],
  ])('%s is answered by itself', async (to, expected, waits: number[] = []) => {
    const { connect } = createLabServer([], { isOpen: true })
    const client = connect()
    await client.greet()
    await client.send('EHLO client.test')
    await client.send('MAIL FROM:<app@rocket.test>')
    expect(await client.send(`RCPT TO:<${to}>`)).toMatch(expected)
    expect(client.waits).toEqual(waits)
  })
})
