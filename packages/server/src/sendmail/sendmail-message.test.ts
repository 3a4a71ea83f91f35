import { hostname } from 'node:os'
import { describe, expect, test } from 'vitest'
import { prepareMessage } from './sendmail-message.ts'
import { readSendmailWords, type SendmailCall } from './sendmail-words.ts'

const call = (words: string): SendmailCall => {
  const read = readSendmailWords(words.split(' ').filter(Boolean))
  if ('help' in read || 'problem' in read) throw new Error(JSON.stringify(read))
  return read
}

const prepared = (words: string, text: string) => {
  const { from, to, source } = prepareMessage(Buffer.from(text), call(words), new Date(0))
  return { from, to, source: source.toString() }
}

describe('the words of sendmail', () => {
  test.each([
    ['-f', 'a@b.test\r\nBcc: c@d.test', 'root'],
    ['-fa@b.test\nx: y', 'root'],
    ['root\u0000'],
    ['--', 'root\rx'],
  ])('with a line break or another control character in an address are refused: %j', (...words) => {
    expect(readSendmailWords(words)).toMatchObject({ problem: expect.stringContaining('control') })
  })

  test.each([
    ['-t -i', { fromHeader: true, endsAtDot: false }],
    ['-ti', { fromHeader: true, endsAtDot: false }],
    ['-oi -t', { fromHeader: true, endsAtDot: false }],
    ['-f ann@a.test bob@b.test', { from: 'ann@a.test', recipients: ['bob@b.test'] }],
    [
      '-fann@a.test -F Ann -- -odd@b.test',
      { from: 'ann@a.test', fullName: 'Ann', recipients: ['-odd@b.test'] },
    ],
    ['-oem -odi -B8BITMIME -N never -v root', { recipients: ['root'], endsAtDot: true }],
    ['-bm -q5 root', { recipients: ['root'] }],
    ['--url-file /etc/url root', { urlFile: '/etc/url' }],
    ['-S localhost:1025 root', { server: 'localhost:1025', recipients: ['root'] }],
    ['--smtp-addr=[::1]:25 --from=a@b.test', { server: '[::1]:25', from: 'a@b.test' }],
    ['--smtp-addr mail:1025 -bs', { server: 'mail:1025', isDialogue: true }],
  ])('%s', (words, expected) => expect(call(words)).toMatchObject(expected))

  test.each([
    ['-bp'],
    ['-S'],
    ['--smtp-addr=localhost'],
    ['-Z'],
    ['-f'],
    ['--url-file'],
    ['--nonsense'],
  ])('%s is refused', (words) =>
    expect(readSendmailWords([words])).toMatchObject({ problem: expect.any(String) }),
  )
})

describe('a message for sendmail', () => {
  const full = 'From: Ann <ann@a.test>\nDate: x\nMessage-ID: <x@y>\n'

  test.each([
    ['root', [`root@${hostname()}`]],
    ['ops, x@b.test', [`ops@${hostname()}`, 'x@b.test']],
    ['Doe, Jo <j@b.test>', ['j@b.test']],
  ])('with -t goes to users of this machine too: %s', (to, expected) =>
    expect(prepared('-t', `${full}To: ${to}\n\nx\n`).to).toEqual(expected),
  )

  test('with -t goes to To, Cc and Bcc, and loses Bcc with its folded lines', () => {
    const text = `${full}To: "B, C" <b@b.test>,\n c@c.test\nBcc: hidden@h.test,\n\tmore@h.test\nCc: d@d.test\nSubject: x\n\nBcc: in the body\n`
    expect(prepared('-t', text)).toEqual({
      from: 'ann@a.test',
      to: ['b@b.test', 'c@c.test', 'hidden@h.test', 'more@h.test', 'd@d.test'],
      source: `${full}To: "B, C" <b@b.test>,\n c@c.test\nCc: d@d.test\nSubject: x\n\nBcc: in the body\n`,
    })
  })

  test('without -t goes to the arguments alone, and keeps all fields', () => {
    const text = `${full}To: b@b.test\r\nBcc: c@c.test\r\n\r\nx\r\n`
    expect(prepared('e@e.test', text)).toEqual({
      from: 'ann@a.test',
      to: ['e@e.test'],
      source: text,
    })
  })

  test.each([
    ['', 'x\n.\nafter\n', 'x\n'],
    ['', 'x\r\n.\r\nafter', 'x\r\n'],
    ['', '..\n.x\nx.\n.', '..\n.x\nx.\n'],
    ['-i', 'x\n.\nafter\n', 'x\n.\nafter\n'],
  ])('with %j the body %j is %j', (words, body, expected) => {
    const text = `${full}\n${body}`
    expect(prepared(`${words} root`, text).source).toBe(`${full}\n${expected}`)
  })

  test('gets the fields that it lacks; names without a domain are of this machine', () => {
    const { from, to, source } = prepared('-f cron -F Cron root', 'Subject: x\n\nbody\n')
    expect(from).toBe(`cron@${hostname()}`)
    expect(to).toEqual([`root@${hostname()}`])
    expect(source).toMatch(
      /^From: "Cron" <cron@.+>\r\nDate: Thu, 01 Jan 1970 00:00:00 \+0000\r\nMessage-ID: <.+>\r\nSubject: x\n\nbody\n$/,
    )
  })

  test('that has no header becomes the body', () => {
    const { source } = prepared('-f a@b.test root', 'just text\nand more: of it\n')
    expect(source).toMatch(/\r\n\r\njust text\nand more: of it\n$/)
  })

  test('with the empty sender of a bounce keeps it', () => {
    expect(prepared('-f <> root', `${full}\nx`).from).toBe('')
  })
})

test.each<[string, object]>([
  ['--verbose=true ann@a.test', { recipients: ['ann@a.test'], fromHeader: false }],
  ['--verbose=false', { recipients: [] }],
  ['--long-t --long-i', { fromHeader: true, endsAtDot: false }],
  ['--long-t=false ann@a.test', { fromHeader: false }],
  ['--long-b --long-s', { isDialogue: true }],
  [
    '--from=app@a.test --smtp-addr localhost:1025',
    { from: 'app@a.test', server: 'localhost:1025' },
  ],
  ['-- --verbose', { recipients: ['--verbose'] }],
])('the long options of Mailpit are understood: %s', (words, call) => {
  expect(readSendmailWords(words.split(' '))).toMatchObject(call)
})
