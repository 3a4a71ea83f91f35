import type { LabStep, SmtpFailure } from '@mailstop/contract'
import { describe, expect, onTestFinished, test } from 'vitest'
import { memoryCounter } from '../../../test/clients/lab-session.ts'
import { connectSmtp, type SmtpClient } from '../../../test/clients/smtp-client.ts'
import { authPlain, password, startSmtp, username } from '../../../test/clients/smtp-harness.ts'
import { until } from '../../../test/clients/smtp-sessions.ts'
import { readOfferedContent } from '../../mime/offered-content.ts'
import { readySteps } from '../lab/lab-steps.ts'
import { createLab } from '../lab/lab.ts'

type Act = (client: SmtpClient) => Promise<unknown>
type Ending = {
  name: string
  /** What the scenario of the inbox does. */
  steps?: LabStep[]
  limits?: NonNullable<Parameters<typeof startSmtp>[0]>['limits']
  act: Act
  /** Null: nothing is listed. */
  listed: { failure: SmtpFailure; reply: string; last: string; mailId?: number } | null
}

const logIn: Act = (client) => client.login(username, password)
const begin: Act = async (client) => {
  await logIn(client)
  return client.send('MAIL FROM:<a@b.test>')
}
const address: Act = async (client) => {
  await begin(client)
  return client.send('RCPT TO:<c@d.test>')
}
const open: Act = async (client) => {
  await address(client)
  return client.send('DATA')
}
const say =
  (before: Act, bytes: string): Act =>
  async (client) => {
    await before(client)
    client.write(bytes)
  }
/** Its end reaches the server after what was written. */
const leave =
  (before: Act, how: 'end' | 'destroy' = 'end'): Act =>
  async (client) => {
    await before(client)
    client[how]()
  }
const complete = say(open, 'Subject: x\r\n\r\nx\r\n.\r\n')

const left = 'The client ended the connection'
const leftLine = 'C: (ended the connection)'
const silent = 'The client got no answer on purpose'
const at = (step: LabStep['at'], action: LabStep['do']): LabStep[] => [{ at: step, do: action }]
const slow = { delay_ms: 60_000 }

const endings: Ending[] = [
  { name: 'a login and no more', act: leave(logIn, 'destroy'), listed: null },
  { name: 'a login and QUIT', act: say(logIn, 'QUIT\r\n'), listed: null },
  {
    name: 'a mail and no QUIT',
    act: leave(async (client) => {
      await complete(client)
      await client.read()
    }, 'destroy'),
    listed: null,
  },
  {
    name: 'the end after MAIL',
    act: leave(begin),
    listed: { failure: 'client_left', reply: `${left} after MAIL`, last: leftLine },
  },
  {
    name: 'the end after RCPT, by destroying the socket',
    act: leave(address, 'destroy'),
    listed: { failure: 'client_left', reply: `${left} after RCPT`, last: leftLine },
  },
  {
    name: 'QUIT in the middle of a mail',
    act: say(address, 'QUIT\r\n'),
    listed: { failure: 'client_left', reply: `${left} after RCPT`, last: 'C: QUIT' },
  },
  {
    name: 'the end after DATA',
    act: leave(open),
    listed: { failure: 'client_left', reply: `${left} after DATA`, last: leftLine },
  },
  {
    name: 'the end in the content',
    act: leave(say(open, `${'x'.repeat(98)}\r\n`)),
    listed: { failure: 'client_left', reply: `${left} after 100 bytes of content`, last: leftLine },
  },
  {
    name: 'a refusal, and the end',
    act: leave(async (client) => {
      await begin(client)
      await client.send('RCPT TO:<none>')
    }),
    listed: {
      failure: 'mail_refused',
      reply: '501 5.1.3 The recipient is not a valid address',
      last: 'S: 221 ',
    },
  },
  {
    name: 'no command in time',
    limits: { commandMs: 200 },
    act: address,
    listed: { failure: 'timed_out', reply: '421 4.4.2 No command came in time', last: 'S: 421 ' },
  },
  {
    name: 'content that takes too long',
    limits: { dataMs: 200 },
    act: say(open, 'half\r\n'),
    listed: { failure: 'timed_out', reply: '421 4.4.2 The message took too long', last: 'S: 421 ' },
  },
  {
    name: 'a login that idles',
    limits: { commandMs: 200 },
    act: logIn,
    listed: null,
  },
  {
    name: 'a drop in the content',
    steps: at('content', { drop: 'reset' }),
    act: say(open, 'half\r\n'),
    listed: {
      failure: 'dropped',
      reply: 'The connection was reset on purpose after DATA',
      last: 'S: (reset the connection)',
    },
  },
  {
    name: 'a drop after the content',
    steps: at('end', { drop: 'close' }),
    act: complete,
    listed: {
      failure: 'dropped',
      reply: 'The connection was closed on purpose before the answer to its message',
      last: 'S: (closed the connection)',
      mailId: 1,
    },
  },
  {
    name: 'a drop at the login',
    steps: at('auth', { drop: 'close' }),
    act: say(async () => {}, `${authPlain()}\r\n`),
    listed: {
      failure: 'dropped',
      reply: 'The connection was closed on purpose',
      last: 'S: (closed the connection)',
    },
  },
  {
    name: 'a refused login',
    steps: at('auth', { reply: { code: 454, text: 'Not now' } }),
    act: logIn,
    listed: { failure: 'login_refused', reply: '454 Not now', last: 'S: 454 Not now' },
  },
  {
    name: 'a silence that the client ends',
    steps: at('mail', { silence: true }),
    act: leave(say(logIn, 'MAIL FROM:<a@b.test>\r\n')),
    listed: { failure: 'unanswered', reply: `${silent} after MAIL`, last: leftLine },
  },
  {
    name: 'a silence after the content that the client ends',
    steps: at('end', { silence: true }),
    act: leave(complete),
    listed: {
      failure: 'unanswered',
      reply: `${silent} before the answer to its message`,
      last: leftLine,
      mailId: 1,
    },
  },
  {
    name: 'a delay that the client does not wait for',
    steps: at('rcpt', slow),
    act: leave(say(begin, 'RCPT TO:<c@d.test>\r\n')),
    listed: { failure: 'client_left', reply: `${left} after RCPT`, last: leftLine },
  },
  {
    name: 'a delayed login that the client does not wait for',
    steps: at('auth', slow),
    act: leave(say(async () => {}, `${authPlain()}\r\n`)),
    listed: { failure: 'client_left', reply: left, last: leftLine },
  },
  {
    name: 'a delayed QUIT that the client does not wait for',
    steps: at('quit', slow),
    act: leave(say(logIn, 'QUIT\r\n')),
    listed: null,
  },
]

describe('what is listed of a session', () => {
  test.each(endings)('after $name', async ({ steps = [], limits, act, listed }) => {
    const running = {
      teamId: 7,
      inbox: 1,
      name: 'Flaky',
      run: 'r',
      seed: '',
      steps: readySteps(steps),
    }
    const lab = createLab({
      runningIn: () => running,
      count: memoryCounter({ now: 0 }),
      acted: () => {},
    })
    const server = await startSmtp({
      lab: { ...lab, describe: readOfferedContent },
      limits: { sweepMs: 20, ...limits },
    })
    onTestFinished(() => server.smtp.stop())
    const client = await connectSmtp({ port: server.port })
    onTestFinished(() => client.destroy())
    await client.send('EHLO app.test')
    await act(client)
    if (listed) await until(() => server.failedOf(7).length > 0)
    else if (limits) await client.closed()
    else {
      client.end()
      await until(() => server.smtp.stats().connections === 0)
    }
    client.destroy()
    await until(() => server.smtp.stats().connections === 0)
    const { last = '', mailId = null, ...shown } = listed ?? {}
    const found = server.failedOf(7)
    const expected = {
      ...shown,
      mailId,
      login: username,
      inbox: 1,
      remoteAddress: '127.0.0.1',
      isStranger: false,
      scenario: steps.length > 0 ? 'Flaky' : null,
    }
    expect(found).toMatchObject(listed ? [expected] : [])
    for (const { transcript, transcriptTimes } of found) {
      const lines = transcript.trimEnd().split('\n')
      expect(lines.at(-1)).toContain(last)
      expect(transcriptTimes).toHaveLength(lines.length)
    }
  })
})
