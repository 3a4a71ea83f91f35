import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connectSmtp } from '../../test/smtp-client.ts'
import {
  authPlain,
  driveSession,
  password,
  startSmtp,
  username,
  type StartedSmtp,
} from '../../test/smtp-harness.ts'
import type { SmtpLimits } from './limits.ts'

/**
 * Dialogues, each spoken with the bare session and over sockets: plain, after STARTTLS, and with
 * TLS from the first byte. A step is what the client sends and how each reply to it begins.
 */
type Exchange = [send: string, ...replies: string[]]
type Dialogue = { title: string; steps: Exchange[]; limits?: Partial<SmtpLimits> }

const base64 = (text: string) => Buffer.from(text).toString('base64')
const ehlo: Exchange = ['EHLO client.test', '250 mail.test']
const auth: Exchange = [authPlain(), '235 2.7.0']
const mail: Exchange = ['MAIL FROM:<a@example.com>', '250 2.1.0']
const rcpt: Exchange = ['RCPT TO:<b@example.com>', '250 2.1.5']
const chunk: Exchange = ['BDAT 5\r\nhello', '250 2.0.0 5 bytes']
const content: Exchange = ['Subject: x\r\n\r\nhello\r\n.', '250 2.0.0 Ok: queued as']

/** A conversation up to a certain point. */
const states = {
  fresh: [],
  helo: [['HELO client.test', '250 mail.test']],
  greeted: [ehlo],
  authenticated: [ehlo, auth],
  mail: [ehlo, auth, mail],
  recipient: [ehlo, auth, mail, rcpt],
  chunk: [ehlo, auth, mail, rcpt, chunk],
  delivered: [ehlo, auth, mail, rcpt, ['DATA', '354'], content],
} satisfies Record<string, Exchange[]>
type State = keyof typeof states

const everywhere = (reply: string) =>
  Object.fromEntries(Object.keys(states).map((state) => [state, reply])) as Record<State, string>

/** How every command is answered in every state; by default as in the first entry. */
const answers: [command: string, replies: Record<State, string>][] = [
  ['EHLO again.test', everywhere('250 mail.test')],
  ['HELO again.test', everywhere('250 mail.test')],
  ['NOOP', everywhere('250 2.0.0')],
  ['NOOP with words', everywhere('250 2.0.0')],
  ['RSET', everywhere('250 2.0.0')],
  ['HELP', everywhere('214 2.0.0')],
  ['HELP MAIL', everywhere('214 2.0.0')],
  ['VRFY someone', everywhere('252 2.5.0')],
  ['VRFY', everywhere('501 5.5.4')],
  ['QUIT', everywhere('221 2.0.0')],
  ['QUIT now', everywhere('501 5.5.4')],
  ['RSET now', everywhere('501 5.5.4')],
  ['DATA now', everywhere('501 5.5.4')],
  ['EHLO', everywhere('501 5.5.4')],
  ['HELO', everywhere('501 5.5.4')],
  ['EHLO two words', everywhere('501 5.5.4')],
  ['EXPN list', everywhere('502 5.5.1')],
  ['TURN', everywhere('502 5.5.1')],
  ['ETRN example.com', everywhere('502 5.5.1')],
  ['SEND FROM:<a@b>', everywhere('502 5.5.1')],
  ['FOO', everywhere('500 5.5.2')],
  ['', everywhere('500 5.5.2')],
  ['MAILFROM:<a@b>', everywhere('500 5.5.2')],
  ['GET / HTTP/1.1', everywhere('500 5.5.2')],
  ['STARTTLS now', everywhere('501 5.5.4')],
  ['AUTH', { ...everywhere('503 5.5.1'), helo: '501 5.5.4', greeted: '501 5.5.4' }],
  ['AUTH CRAM-MD5', { ...everywhere('503 5.5.1'), helo: '504 5.5.4', greeted: '504 5.5.4' }],
  [`HELP ${'x'.repeat(2_041)}`, everywhere('214 2.0.0')],
  [`HELP ${'x'.repeat(2_042)}`, everywhere('500 5.5.2 Line too long')],
  [`VRFY ${'x'.repeat(2_042)}`, everywhere('500 5.5.2 Line too long')],
  [`EHLO ${'x'.repeat(255)}`, everywhere('250 mail.test')],
  [`EHLO ${'x'.repeat(256)}`, everywhere('501 5.5.4')],
  [`HELO ${'x'.repeat(256)}`, everywhere('501 5.5.4')],
  ['EHLO \u00fc.test', everywhere('250 mail.test')],
  ['rSeT', everywhere('250 2.0.0')],
  ['quit ', everywhere('221 2.0.0')],
  [' NOOP', everywhere('500 5.5.2')],
  ['BDAT', everywhere('501 5.5.4')],
  ['BDAT 5 LAST LAST', everywhere('501 5.5.4')],
  ['BDAT 1000000000000000', everywhere('501 5.5.4')],
  ['BDAT 104857601', everywhere('552 5.3.4')],
  ['BDAT x LAST', everywhere('501 5.5.4')],
  ['BDAT -1', everywhere('501 5.5.4')],
  ['BDAT 5 FIRST', everywhere('501 5.5.4')],
  ['NOOP \u0007', everywhere('501 5.5.2')],
  ['NOOP \u0000', everywhere('501 5.5.2')],
  ['NOOP a\rb', everywhere('501 5.5.2')],
  ['NOOP \u0085', everywhere('501 5.5.2')],
  ['NOOP a\nRSET', everywhere('500 5.5.2')],
  ['N'.repeat(3_000), everywhere('500 5.5.2')],
  ['NOOP ' + 'x'.repeat(2_041), everywhere('250 2.0.0')],
  ['NOOP ' + 'x'.repeat(2_042), everywhere('500 5.5.2 Line too long')],
  [authPlain(), { ...everywhere('503 5.5.1'), helo: '235 2.7.0', greeted: '235 2.7.0' }],
  [
    'MAIL FROM:<c@example.com>',
    {
      ...everywhere('503 5.5.1'),
      helo: '530 5.7.0',
      greeted: '530 5.7.0',
      authenticated: '250 2.1.0',
      delivered: '250 2.1.0',
    },
  ],
  [
    'RCPT TO:<c@example.com>',
    {
      ...everywhere('503 5.5.1'),
      helo: '530 5.7.0',
      greeted: '530 5.7.0',
      mail: '250 2.1.5',
      recipient: '250 2.1.5',
    },
  ],
  [
    'DATA',
    {
      ...everywhere('503 5.5.1'),
      helo: '530 5.7.0',
      greeted: '530 5.7.0',
      mail: '554 5.5.1',
      recipient: '354',
    },
  ],
  [
    'BDAT 4 LAST\r\nquit',
    {
      ...everywhere('503 5.5.1'),
      helo: '530 5.7.0',
      greeted: '530 5.7.0',
      mail: '554 5.5.1',
      recipient: '250 2.0.0 Ok: queued as',
      chunk: '250 2.0.0 Ok: queued as',
    },
  ],
]

const inEveryState: Dialogue[] = answers.flatMap(([command, replies]) =>
  Object.entries(states).map(([state, steps]) => ({
    title: `${command.slice(0, 30)} when ${state}`,
    steps: [...steps, [command, replies[state as State]] as Exchange],
  })),
)

/** Arguments of one command at the point where it is allowed. */
const argumentsOf = (
  before: Exchange[],
  verb: string,
  cases: Record<string, string[]>,
): Dialogue[] =>
  Object.entries(cases).flatMap(([reply, given]) =>
    given.map((argument) => ({
      title: `${verb}${argument.slice(0, 60)} is ${reply}`,
      steps: [...before, [`${verb}${argument}`, reply]] as Exchange[],
    })),
  )

const long = (length: number) => 'x'.repeat(length)

const mailArguments = argumentsOf(states.authenticated, 'MAIL', {
  '250 2.1.0': [
    ' FROM:<a@b>',
    ' from:<a@b>',
    ' FROM: <a@b>',
    ' FROM:<>',
    ' FROM:<a@b> ',
    ' FROM:<a.b+c_d@sub.example.com>',
    ' FROM:<"a b"@example.com>',
    ' FROM:<"a\\"b"@example.com>',
    ' FROM:<"a>b"@example.com>',
    ' FROM:<a@[127.0.0.1]>',
    ' FROM:<a@[IPv6:::1]>',
    ' FROM:<a@[X-tag:content]>',
    ' FROM:<@relay.test,@other.test:a@b>',
    ' FROM:<a@my_service>',
    ` FROM:<${long(256)}@b>`,
    ` FROM:<a@${long(63)}.test>`,
    ' FROM:<a@b> SIZE=0',
    ' FROM:<a@b> SIZE=26214400',
    ' FROM:<a@b> size=1',
    ' FROM:<a@b> BODY=7BIT',
    ' FROM:<a@b> BODY=8BITMIME',
    ' FROM:<a@b> body=8bitmime',
    ' FROM:<a@b> SMTPUTF8',
    ' FROM:<ü@exämple.test> SMTPUTF8',
    ' FROM:<"ü"@exämple.test> BODY=8BITMIME SMTPUTF8',
    ' FROM:<a@b> RET=FULL',
    ' FROM:<a@b> RET=hdrs',
    ' FROM:<a@b> ENVID=QQ314159',
    ' FROM:<a@b> ENVID=a+2Bb',
    ` FROM:<a@b> ENVID=${long(100)}`,
    ' FROM:<a@b> AUTH=<>',
    ' FROM:<a@b> AUTH=a+40b',
    ` FROM:<a@b> AUTH=${long(500)}`,
    ` FROM:<a@b> SIZE=${'0'.repeat(20)}`,
    ' FROM:<a@b> AUTH=<a@b>',
    ' FROM:<a@b>  SIZE=1   BODY=7BIT RET=FULL ENVID=x AUTH=<> SMTPUTF8',
  ],
  '501 5.5.4': [
    '',
    ' TO:<a@b>',
    ' FROM',
    ' FROM <a@b>',
    ' FROM :<a@b>',
    ' FROM:<a@b> SIZE',
    ' FROM:<a@b> SIZE=',
    ' FROM:<a@b> SIZE=x',
    ' FROM:<a@b> SIZE=-1',
    ' FROM:<a@b> SIZE=1.5',
    ' FROM:<a@b> SIZE=1 SIZE=1',
    ' FROM:<a@b> SIZE=100000000000000000000',
    ' FROM:<a@b> BODY',
    ' FROM:<a@b> BODY=BINARYMIME',
    ' FROM:<a@b> BODY=toString',
    ' FROM:<a@b> BODY=7BIT BODY=8BITMIME',
    ' FROM:<a@b> SMTPUTF8=yes',
    ' FROM:<a@b> SMTPUTF8 SMTPUTF8',
    ' FROM:<a@b> RET',
    ' FROM:<a@b> RET=BODY',
    ' FROM:<a@b> RET=FULL ret=HDRS',
    ' FROM:<a@b> ENVID',
    ' FROM:<a@b> ENVID=a+zz',
    ` FROM:<a@b> ENVID=${long(101)}`,
    ' FROM:<a@b> ENVID=x ENVID=x',
    ' FROM:<a@b> AUTH',
    ' FROM:<a@b> AUTH=a+4',
    ' FROM:<a@b> AUTH=<> AUTH=<>',
    ' FROM:<a@b> AUTH=',
    ` FROM:<a@b> AUTH=${long(501)}`,
    ' FROM:<a@b> AUTH=\u00fc',
    ' FROM:<a@b> ENVID=',
    ' FROM:<a@b> ENVID=\u00fc',
    ' FROM:<a@b> ENVID=a+2b',
    ' FROM:<a@b> RET=',
    ` FROM:<a@b> RET=${long(1_000)}`,
    ` FROM:<a@b> BODY=${long(1_000)}`,
    ' FROM:<a@b> BODY=',
    ' FROM:<a@b> SMTPUTF8=',
    ` FROM:<a@b> SIZE=${'0'.repeat(21)}`,
    ' FROM:<a@b> SIZE=+1',
    ' FROM:<a@b> SIZE=0x10',
    ' FROM:<a@b> size=1 SIZE=1',
    ' FROM:<a@b> body=7bit BODY=7BIT',
    ' FROM:<a@b> smtputf8 SMTPUTF8',
    ' FROM:<a@b> envid=x ENVID=y',
    ' FROM:<a@b> =x',
    ' FROM:<a@b> -=x',
    ' FROM:<a@b> ENVID=a=b',
  ],
  '501 5.1.7': [
    ' FROM:',
    ' FROM:a@b',
    ' FROM:<a@b',
    ' FROM:a@b>',
    ' FROM:<a>',
    ' FROM:<@b>',
    ' FROM:<a@>',
    ' FROM:<a b@c>',
    ' FROM:<a@b c>',
    ' FROM:<a@b>>',
    ' FROM:<<a@b>>',
    ' FROM:<a@b>SIZE=1',
    ' FROM:<a..b@c>',
    ' FROM:<.a@b>',
    ' FROM:<a.@b>',
    ' FROM:<a@b..c>',
    ' FROM:<a@.b>',
    ' FROM:<a@b.>',
    ' FROM:<a@-b>',
    ' FROM:<a@b->',
    ' FROM:<"a@b>',
    ' FROM:<"a"b@c>',
    ' FROM:<a@[300.0.0.1]>',
    ' FROM:<a@[127.0.0.1>',
    ' FROM:<a@[IPv6:zz]>',
    ' FROM:<a@[]>',
    ' FROM:<a,b@c>',
    ' FROM:< >',
    ' FROM:Joe <a@b>',
    ' FROM:<postmaster>',
    ` FROM:<${long(257)}@b>`,
    ` FROM:<a@${long(64)}.test>`,
    ` FROM:<a@${`${long(63)}.`.repeat(4)}test>`,
  ],
  '501 5.5.2': [
    ' FROM:<a\u0000@b>',
    ' FROM:<"a\rb"@c>',
    ' FROM:<a@b>\tSIZE=1',
    ' FROM:<a\u2028@b>',
  ],
  '500 5.5.2': [' FROM:<a@b>\nRCPT TO:<c@d>', ` FROM:<a@b> ENVID=${long(3_000)}`],
  '552 5.3.4': [' FROM:<a@b> SIZE=26214401', ' FROM:<a@b> SIZE=99999999999999999999'],
  '553 5.6.7': [' FROM:<ü@b>', ' FROM:<a@ü>', ' FROM:<"ü"@b> BODY=8BITMIME'],
  '555 5.5.4': [' FROM:<a@b> FOO', ' FROM:<a@b> FOO=1', ' FROM:<a@b> NOTIFY=NEVER', ' FROM:<> x=1'],
})

const rcptArguments = argumentsOf(states.mail, 'RCPT', {
  '250 2.1.5': [
    ' TO:<a@b>',
    ' to: <a@b>',
    ' TO:<Postmaster>',
    ' TO:<POSTMASTER@b>',
    ' TO:<@relay.test:a@b>',
    ' TO:<"quoted local"@b>',
    ' TO:<a@[10.0.0.1]>',
    ' TO:<a@b> NOTIFY=NEVER',
    ' TO:<a@b> NOTIFY=success,FAILURE,delay',
    ' TO:<a@b> ORCPT=rfc822;a+2Bb@c',
    ` TO:<a@b> ORCPT=rfc822;${long(493)}`,
    ' TO:<a@b> NOTIFY=DELAY ORCPT=rfc822;x@y',
  ],
  '501 5.5.4': [
    '',
    ' FROM:<a@b>',
    ' TO<a@b>',
    ' TO:<a@b> NOTIFY',
    ' TO:<a@b> NOTIFY=',
    ' TO:<a@b> NOTIFY=ALWAYS',
    ' TO:<a@b> NOTIFY=NEVER,DELAY',
    ' TO:<a@b> NOTIFY=DELAY,DELAY',
    ' TO:<a@b> NOTIFY=DELAY,',
    ' TO:<a@b> NOTIFY=NEVER NOTIFY=NEVER',
    ' TO:<a@b> notify=never NOTIFY=NEVER',
    ' TO:<a@b> NOTIFY=SUCCESS,NEVER',
    ' TO:<a@b> NOTIFY=SUCCESS,,DELAY',
    ` TO:<a@b> NOTIFY=${long(1_000)}`,
    ` TO:<a@b> NOTIFY=${'DELAY,'.repeat(150)}DELAY`,
    ' TO:<a@b> NOTIFY=constructor',
    ' TO:<a@b> ORCPT=',
    ' TO:<a@b> orcpt=rfc822;a ORCPT=rfc822;b',
    ' TO:<a@b> ORCPT=rfc 822;a',
    ' TO:<a@b> ORCPT=rfc822;a+',
    ' TO:<a@b> =',
    ' TO:<a@b> ORCPT',
    ' TO:<a@b> ORCPT=a@b',
    ' TO:<a@b> ORCPT=rfc822;',
    ' TO:<a@b> ORCPT=;a@b',
    ' TO:<a@b> ORCPT=rfc822;a+b',
    ' TO:<a@b> ORCPT=rfc822;ü',
    ` TO:<a@b> ORCPT=rfc822;${long(494)}`,
    ' TO:<a@b> ORCPT=rfc822;a ORCPT=rfc822;a',
  ],
  '501 5.1.3': [
    ' TO:',
    ' TO:<>',
    ' TO:a@b',
    ' TO:<a>',
    ' TO:<a@b',
    ' TO:<a@b>,<c@d>',
    ' TO:<a@b,c@d>',
    ' TO:<a@b>x',
    ' TO:<postmaster@>',
  ],
  '501 5.5.2': [' TO:<a@b\u0000>', ' TO:<a@b>\u007f'],
  '553 5.6.7': [' TO:<ü@b>', ' TO:<a@bücher.test>'],
  '555 5.5.4': [' TO:<a@b> FOO=1', ' TO:<a@b> SIZE=1', ' TO:<a@b> RET=FULL'],
})

const utf8Recipients = argumentsOf(
  [...states.authenticated, ['MAIL FROM:<> SMTPUTF8', '250 2.1.0']],
  'RCPT',
  {
    '250 2.1.5': [' TO:<ü@bücher.test>', ' TO:<a@b> ORCPT=utf-8;ü@b', ' TO:<用户@例子.测试>'],
    '501 5.1.3': [' TO:<ü@>', ' TO:<ü@b c>'],
    '501 5.5.2': [' TO:<ü\u009f@b>'],
  },
)

const wrong = base64('\0team-7\0wrong')
const authDialogues: Dialogue[] = [
  ['PLAIN with an initial response', [authPlain(), '235 2.7.0']],
  [
    'PLAIN after a challenge',
    ['AUTH PLAIN', '334 '],
    [base64(`\0${username}\0${password}`), '235'],
  ],
  ['plain in lower case', ['auth plain', '334 '], [base64(`\0${username}\0${password}`), '235']],
  ['PLAIN as the user itself', [`AUTH PLAIN ${base64(`u\0u\0${password}`)}`, '235']],
  ['PLAIN as somebody else', [`AUTH PLAIN ${base64(`v\0u\0${password}`)}`, '501 5.5.2']],
  [
    'LOGIN',
    ['AUTH LOGIN', '334 VXNlcm5hbWU6'],
    [base64(username), '334 UGFzc3dvcmQ6'],
    [base64(password), '235'],
  ],
  [
    'LOGIN with an initial response',
    [`AUTH LOGIN ${base64(username)}`, '334 UGFz'],
    [base64(password), '235'],
  ],
  [
    'LOGIN with an empty initial response',
    ['AUTH LOGIN =', '334 UGFz'],
    [base64('no'), '535 5.7.8'],
  ],
  ['LOGIN with empty answers', ['AUTH LOGIN', '334 VXNl'], ['', '334 UGFz'], ['', '535 5.7.8']],
  ['PLAIN with an empty initial response', ['AUTH PLAIN =', '501 5.5.2']],
  ['PLAIN with an empty answer', ['AUTH PLAIN', '334 '], ['', '501 5.5.2']],
  ['PLAIN cancelled', ['AUTH PLAIN', '334 '], ['*', '501 5.7.0'], ['NOOP', '250']],
  ['LOGIN cancelled at the name', ['AUTH LOGIN', '334 '], ['*', '501 5.7.0'], ['NOOP', '250']],
  [
    'LOGIN cancelled at the password',
    ['AUTH LOGIN dQ==', '334 '],
    ['*', '501 5.7.0'],
    ['NOOP', '250'],
  ],
  ['PLAIN that is not base64', ['AUTH PLAIN %%%%', '501 5.5.2']],
  ['PLAIN with base64 cut short', ['AUTH PLAIN AHVzZ', '501 5.5.2']],
  ['PLAIN with one NUL', [`AUTH PLAIN ${base64('u\0p')}`, '501 5.5.2']],
  ['PLAIN with three NULs', [`AUTH PLAIN ${base64('\0u\0p\0x')}`, '501 5.5.2']],
  ['two initial responses', ['AUTH PLAIN AAAA AAAA', '501 5.5.2']],
  ['no mechanism', ['AUTH', '501 5.5.4']],
  ['an unknown mechanism', ['AUTH CRAM-MD5', '504 5.5.4']],
  ['a mechanism of the object prototype', ['AUTH constructor', '504 5.5.4']],
  ['wrong, then right', [`AUTH PLAIN ${wrong}`, '535 5.7.8'], [authPlain(), '235']],
  ['twice', [authPlain(), '235'], [authPlain(), '503 5.5.1']],
  [
    'three times wrong',
    [`AUTH PLAIN ${wrong}`, '535 5.7.8'],
    [`AUTH PLAIN ${wrong}`, '535 5.7.8'],
    [`AUTH PLAIN ${wrong}`, '535', '421 4.7.0'],
  ],
  ['a line as long as allowed', [`AUTH PLAIN ${'A'.repeat(12_272)}`, '501 5.5.2']],
  ['a line too long', [`AUTH PLAIN ${'A'.repeat(12_276)}`, '500 5.5.2'], ['NOOP', '250']],
  ['an answer as long as allowed', ['AUTH PLAIN', '334'], ['A'.repeat(12_284), '501 5.5.2']],
  ['an answer too long', ['AUTH PLAIN', '334'], ['A'.repeat(12_288), '500 5.5.6'], ['NOOP', '250']],
  ['an answer with a bare LF', ['AUTH PLAIN', '334'], ['AAAA\nNOOP', '500 5.5.2'], ['NOOP', '250']],
].map(([title, ...steps]) => ({
  title: `AUTH ${title as string}`,
  steps: [ehlo, ...(steps as Exchange[])],
}))

const others: Dialogue[] = [
  {
    title: 'two mails in one connection',
    steps: [...states.delivered, mail, rcpt, ['DATA', '354'], content],
  },
  {
    title: 'RSET forgets the mail',
    steps: [...states.recipient, ['RSET', '250'], ['DATA', '503'], mail],
  },
  {
    title: 'EHLO forgets the mail, not the login',
    steps: [...states.recipient, ehlo, ['DATA', '503'], mail],
  },
  {
    title: 'a refused MAIL opens nothing',
    steps: [...states.authenticated, ['MAIL FROM:x', '501'], ['RCPT TO:<a@b>', '503']],
  },
  {
    title: 'a refused chunk is read and thrown away',
    steps: [...states.mail, ['BDAT 4\r\nQUIT', '554 5.5.1'], ['NOOP', '250 2.0.0']],
  },
  {
    title: 'a refused RCPT adds nobody',
    steps: [...states.mail, ['RCPT TO:x', '501'], ['DATA', '554 5.5.1']],
  },
  {
    title: 'an empty mail',
    steps: [...states.recipient, ['DATA', '354'], ['.', '250 2.0.0 Ok: queued as']],
  },
  {
    title: 'a pipelined group',
    steps: [
      ...states.authenticated,
      [
        'MAIL FROM:<a@b>\r\nRCPT TO:<c@d>\r\nRCPT TO:<x>\r\nDATA',
        '250 2.1.0',
        '250 2.1.5',
        '501 5.1.3',
        '354',
      ],
      content,
    ],
  },
  {
    title: 'a pipelined group that is refused',
    steps: [
      ...states.authenticated,
      ['MAIL FROM:<a@b>\r\nRCPT TO:<>\r\nDATA\r\nQUIT', '250', '501', '554', '221'],
    ],
  },
  {
    title: 'a whole pipelined mail by BDAT',
    steps: [
      ...states.authenticated,
      [
        'MAIL FROM:<a@b>\r\nRCPT TO:<c@d>\r\nBDAT 3\r\nabcBDAT 2 LAST\r\nde\r\nNOOP'.replace(
          'de\r\n',
          'de',
        ),
        '250',
        '250',
        '250 2.0.0 3',
        '250 2.0.0 Ok: queued',
      ],
    ],
  },
  {
    title: 'chunks, then the last one empty',
    steps: [...states.chunk, ['BDAT 0 LAST', '250 2.0.0 Ok: queued as']],
  },
  {
    title: 'chunks, then RSET',
    steps: [...states.chunk, ['RSET', '250'], ['BDAT 1 LAST\r\nx', '503']],
  },
  {
    title: 'DATA after a chunk',
    steps: [...states.chunk, ['DATA', '503 5.5.1'], ['BDAT 0 LAST', '250']],
  },
  { title: 'a recipient after a chunk', steps: [...states.chunk, ['RCPT TO:<c@d>', '503 5.5.1']] },
  {
    title: 'recipients up to the limit',
    limits: { recipients: 2 },
    steps: [...states.recipient, rcpt, ['RCPT TO:<c@d>', '452 4.5.3'], ['DATA', '354'], content],
  },
  {
    title: 'a mail as big as allowed',
    limits: { messageBytes: 10 },
    steps: [...states.recipient, ['DATA', '354'], ['12345678\r\n.', '250 2.0.0 Ok: queued']],
  },
  {
    title: 'a mail a byte too big',
    limits: { messageBytes: 10 },
    steps: [
      ...states.recipient,
      ['DATA', '354'],
      ['123456789\r\n.', '552 5.3.4'],
      ['DATA', '503'],
      mail,
    ],
  },
  {
    title: 'stuffed dots do not count',
    limits: { messageBytes: 10 },
    steps: [...states.recipient, ['DATA', '354'], ['.12345678\r\n.', '250']],
  },
  {
    title: 'a mail beyond what is read',
    limits: { messageBytes: 10, discardBytes: 20 },
    steps: [...states.recipient, ['DATA', '354'], [long(30), '552 5.3.4']],
  },
  {
    title: 'a last chunk as big as allowed',
    limits: { messageBytes: 10 },
    steps: [...states.recipient, ['BDAT 10 LAST\r\n1234567890', '250 2.0.0 Ok: queued']],
  },
  {
    title: 'chunks a byte too big together',
    limits: { messageBytes: 10 },
    steps: [...states.chunk, ['BDAT 6 LAST\r\n123456', '552 5.3.4'], ['BDAT 0 LAST', '503']],
  },
  {
    title: 'a chunk beyond what is read',
    limits: { messageBytes: 10, discardBytes: 20 },
    steps: [...states.recipient, ['BDAT 21 LAST', '552 5.3.4']],
  },
  {
    title: 'a declared size too big',
    limits: { messageBytes: 10 },
    steps: [
      ...states.authenticated,
      ['MAIL FROM:<a@b> SIZE=11', '552 5.3.4'],
      ['MAIL FROM:<a@b> SIZE=10', '250'],
    ],
  },
  {
    title: 'as many mails as allowed',
    limits: { transactionsPerConnection: 1 },
    steps: [...states.delivered, ['MAIL FROM:<a@b>', '421 4.7.0']],
  },
  {
    title: 'as many errors as allowed',
    limits: { errorsBeforeClose: 2 },
    steps: [
      ['FOO', '500'],
      ['FOO', '500'],
      ['NOOP', '250'],
    ],
  },
  {
    title: 'an error too many',
    limits: { errorsBeforeClose: 2 },
    steps: [
      ['FOO', '500'],
      ['FOO', '500'],
      ['FOO', '421 4.7.0'],
    ],
  },
  {
    title: 'errors that are delayed',
    limits: { errorsBeforeDelay: 0, errorDelayMs: 1 },
    steps: [
      ['FOO\r\nNOOP', '500', '250'],
      ['FOO', '500'],
    ],
  },
  {
    title: 'as many commands without a mail as allowed',
    limits: { linesPerMail: 2 },
    steps: [
      ['NOOP\r\nNOOP', '250', '250'],
      ['NOOP', '421 4.7.0'],
    ],
  },
  {
    title: 'a line that goes on beyond what is read',
    limits: { discardLineBytes: 3_000 },
    steps: [
      [`NOOP ${long(2_900)}`, '500 5.5.2'],
      ['NOOP', '250 2.0.0'],
    ],
  },
  {
    title: 'a longer command line',
    limits: { commandLineBytes: 20 },
    steps: [
      [`NOOP ${long(13)}`, '250'],
      [`NOOP ${long(14)}`, '500 5.5.2'],
      ['NOOP', '250'],
    ],
  },
  {
    title: 'bare LF only, then CRLF',
    steps: [
      ['NOOP\nNOOP', '500 5.5.2 Lines must end'],
      ['NOOP', '250'],
    ],
  },
]

const dialogues = [
  ...inEveryState,
  ...mailArguments,
  ...rcptArguments,
  ...utf8Recipients,
  ...authDialogues,
  ...others,
]

/** STARTTLS is refused where TLS is already active. */
const startTls: Dialogue[] = Object.entries(states).map(([state, steps]) => ({
  title: `STARTTLS when ${state}`,
  steps: [...steps, ['STARTTLS', '503 5.5.1'], ['STARTTLS now', '501 5.5.4']],
}))

describe('with the bare session', () => {
  test.each(dialogues)('$title', ({ steps, limits }) => {
    const client = driveSession({ ...(limits && { limits }) })
    for (const [send, ...replies] of steps) {
      expectReplies(client.send(wire(send)), replies, send)
    }
  })

  test.each(startTls)('$title over TLS', ({ steps }) => {
    const client = driveSession({ secure: true })
    for (const [send, ...replies] of steps) expectReplies(client.send(wire(send)), replies, send)
  })

  test.each(dialogues)('$title, a byte at a time', ({ steps, limits }) => {
    const client = driveSession({ ...(limits && { limits }) })
    for (const [send, ...replies] of steps) {
      let output = ''
      for (const byte of Buffer.from(wire(send))) output += client.send(Uint8Array.of(byte))
      expectReplies(output, replies, send)
    }
  })
})

describe('over sockets', () => {
  const shared = { authFailuresPerAccount: 1_000_000, authFailuresPerAddress: 1_000_000 }
  let server: StartedSmtp
  beforeAll(async () => {
    server = await startSmtp({ limits: shared })
  })
  afterAll(() => server.smtp.stop())

  const modes = ['plain', 'STARTTLS', 'TLS'] as const
  test.each(modes)('every dialogue, %s', { timeout: 60_000 }, async (mode) => {
    const rows = mode === 'plain' ? dialogues : [...dialogues, ...startTls]
    const failures: string[] = []
    const queue = [...rows]
    async function work(): Promise<void> {
      for (let row = queue.shift(); row; row = queue.shift()) {
        await speak(row, mode).catch((error: unknown) =>
          failures.push(`${row?.title}: ${String(error)}`),
        )
      }
    }
    await Promise.all(Array.from({ length: 16 }, work))
    expect(failures).toEqual([])
    expect(server.errors).toEqual([])
  })

  async function speak({ steps, limits }: Dialogue, mode: (typeof modes)[number]): Promise<void> {
    const own = limits ? await startSmtp({ limits: { ...shared, ...limits } }) : null
    const { port, tlsPort } = own ?? server
    const tls = mode === 'TLS'
    const client = await connectSmtp({ port: tls ? tlsPort : port, tls })
    try {
      expect(client.greeting.code).toBe(220)
      if (mode === 'STARTTLS') {
        await client.send('EHLO client.test')
        await client.startTls()
      }
      for (const [send, ...replies] of steps) {
        client.write(wire(send))
        for (const expected of replies) {
          const { code, lines } = await client.read()
          expect(`${code} ${lines[0]}`.startsWith(expected), `${send}: ${code} ${lines[0]}`).toBe(
            true,
          )
        }
      }
    } finally {
      client.destroy()
      await own?.smtp.stop()
    }
  }
})

/** A chunk of BDAT has no line end of its own, and neither has content that is not ended. */
function wire(send: string): string {
  const bare = /BDAT \d+( LAST)?\r\n[^\r]+$/.test(send) || /^x{30}$/.test(send)
  return bare ? send : `${send}\r\n`
}

function expectReplies(output: string, expected: string[], send: string): void {
  const replies = output.split('\r\n').filter((line) => line !== '' && !/^\d{3}-/.test(line))
  const first = output.split('\r\n', 1)[0]
  const found = replies.map((reply, index) =>
    index === 0 && /^\d{3}-/.test(first ?? '') ? (first ?? '').replace('-', ' ') : reply,
  )
  expect(found.length, `${send}: ${output}`).toBe(expected.length)
  found.forEach((reply, index) =>
    expect(reply.startsWith(expected[index] ?? ''), `${send}: ${reply}`).toBe(true),
  )
}
