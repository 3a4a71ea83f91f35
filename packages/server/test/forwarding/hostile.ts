/** What somebody would write to get another recipient, header or mail out of what is forwarded. */
const breaks = [
  '\r\n',
  '\n',
  '\r',
  '\0',
  '\u2028',
  '\v',
  '\r\n\r\n',
  '\n.\n',
  '\r\n.\r\n',
  '%0d%0a',
]
const wishes = [
  'Bcc: evil@evil.test',
  'RCPT TO:<evil@evil.test>',
  'To: evil@evil.test',
  'From: boss@evil.test',
  'X-Evil: yes',
]
const tricks = [
  'a@b.test, evil@evil.test',
  '<a@b.test> evil@evil.test',
  '"a@b.test" <evil@evil.test>',
  'group: a@b.test, evil@evil.test;',
  'a@b.test>,<evil@evil.test',
  'a(comment)@b.test',
  '"a b"@b.test',
  '"a\\"@b.test',
  'a@[127.0.0.1]',
  'a@b.test;evil@evil.test',
  'a%evil.test@b.test',
  'a!evil@b.test',
  '@evil.test:a@b.test',
  'a@b.test@evil.test',
  'a@b.test NOTIFY=NEVER',
  'a@b.test> SIZE=1',
  '=?utf-8?Q?a=40b.test=2C_evil=40evil.test?=',
  '=?utf-8?B?DQpCY2M6IGV2aWxAZXZpbC50ZXN0?=',
  '=?utf-8?Q?=0D=0ABcc:_evil=40evil.test?=',
  "a'--@b.test",
  '\u202eevil@b.test',
  '\uff20evil.test',
  'a@b\u3002test',
  `${'x'.repeat(2_000)}@b.test`,
  `a@${'x.'.repeat(500)}test`,
  'evil@evil.test, '.repeat(200),
  '<>',
  '"',
  '\\',
  '"\\',
  '(((((',
  ':;',
  ' ',
  '',
  '.',
  '..',
  '-f evil@evil.test',
  '|evil',
  '/dev/null',
  '${evil}',
  '<script>evil</script>',
  '\ud800',
  '\u00e4'.repeat(300),
  '\u{1f4a9}'.repeat(200),
  '\t\tfolded\t',
  ' \r\n \r\n evil',
  'a\b\b\bb',
  '\u0000\u0001\u0002\u001b[2J',
  '?=evil=?',
  '=?evil?X?evil?=',
]

/** A hundred. */
export const hostileTexts: string[] = [
  ...breaks.flatMap((end) => wishes.map((wish) => `innocent${end}${wish}`)),
  ...tricks,
]

/** What could be an address, and hides one of those texts. */
export const hostileAddresses: string[] = hostileTexts.map((text, index) => {
  const shapes = [text, `a@b.test${text}`, `${text}@b.test`, `"${text}" <a@b.test>`]
  return index < breaks.length * wishes.length ? (shapes[index % shapes.length] ?? text) : text
})
