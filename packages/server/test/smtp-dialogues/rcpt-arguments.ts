import { argumentsOf, wordsAfter } from './arguments.ts'
import { long, states } from './states.ts'

const paths = wordsAfter(' TO:')
const parameters = wordsAfter(' TO:<a@b> ')

export const rcptArguments = argumentsOf(states.mail, 'RCPT', {
  '250 2.1.5': [
    ' to: <a@b>',
    ' TO:<"quoted local"@b>',
    ` TO:<a@b> ORCPT=rfc822;${long(493)}`,
    ' TO:<a@b> NOTIFY=DELAY ORCPT=rfc822;x@y',
    ...paths('<a@b> <foo..bar@b> <foo.@b> <.foo@b> <Postmaster> <POSTMASTER@b> <@relay.test:a@b>'),
    ...paths('<a@[10.0.0.1]>'),
    ...parameters('NOTIFY=NEVER NOTIFY=success,FAILURE,delay ORCPT=rfc822;a+2Bb@c'),
  ],
  '501 5.5.4': [
    '',
    ' FROM:<a@b>',
    ' TO<a@b>',
    ' TO:<a@b> NOTIFY=NEVER NOTIFY=NEVER',
    ' TO:<a@b> notify=never NOTIFY=NEVER',
    ` TO:<a@b> NOTIFY=${long(1_000)}`,
    ` TO:<a@b> NOTIFY=${'DELAY,'.repeat(150)}DELAY`,
    ' TO:<a@b> NOTIFY=\u017fUCCESS',
    ' TO:<a@b> orcpt=rfc822;a ORCPT=rfc822;b',
    ' TO:<a@b> ORCPT=rfc 822;a',
    ` TO:<a@b> ORCPT=rfc822;${long(494)}`,
    ' TO:<a@b> ORCPT=rfc822;a ORCPT=rfc822;a',
    ...parameters(
      'NOTIFY NOTIFY= NOTIFY=ALWAYS NOTIFY=NEVER,DELAY NOTIFY=DELAY,DELAY NOTIFY=DELAY,',
    ),
    ...parameters(
      'NOTIFY=SUCCESS,NEVER NOTIFY=SUCCESS,,DELAY NOTIFY=constructor ORCPT= ORCPT=rfc822;a+',
    ),
    ...parameters('= ORCPT ORCPT=a@b ORCPT=rfc822; ORCPT=;a@b ORCPT=rfc822;a+b ORCPT=rfc822;ü'),
  ],
  '501 5.1.3': [
    ' TO:',
    ' TO:<a@b>\u3000',
    ...paths('<> a@b <a> <a@b <a@b>,<c@d> <a@b,c@d> <a@b>x <postmaster@>'),
  ],
  '501 5.5.2': [' TO:<a@b\u0000>', ' TO:<a@b>\u007f'],
  '553 5.6.7': [' TO:<ü@b>', ' TO:<a@bücher.test>'],
  '555 5.5.4': [' TO:<a@b> FOO=1', ' TO:<a@b> SIZE=1', ' TO:<a@b> RET=FULL'],
})

export const utf8Recipients = argumentsOf(
  [...states.authenticated, ['MAIL FROM:<> SMTPUTF8', '250 2.1.0']],
  'RCPT',
  {
    '250 2.1.5': [' TO:<ü@bücher.test>', ' TO:<a@b> ORCPT=utf-8;ü@b', ' TO:<用户@例子.测试>'],
    '501 5.1.3': [' TO:<ü@>', ' TO:<ü@b c>'],
    '501 5.5.2': [' TO:<ü\u009f@b>'],
  },
)
