import type { MailCode } from '@mailstop/contract'
import { expect, test } from 'vitest'
import { shownCodes } from './mail-finds.tsx'

const found = (shown: string, rule: MailCode['rule'] = 'labelled'): MailCode => ({
  value: shown.replaceAll(' ', ''),
  shown,
  rule,
  part: 'text',
  label: 'code',
  position: 0,
})

test.each<[string, string | null, MailCode[], string[]]>([
  ['no code', null, [], []],
  ['one code', '730418', [found('730 418')], ['730 418']],
  ['a code in both bodies', '730418', [found('730 418'), found('730 418')], ['730 418']],
  ['two that are equally certain', null, [found('1111'), found('2222')], ['1111', '2222']],
  ['one that is less certain', null, [found('1111'), found('2222', 'subject')], ['1111']],
  [
    'very many',
    null,
    ['1111', '2222', '3333', '4444', '5555'].map((shown) => found(shown)),
    ['1111', '2222', '3333', '4444'],
  ],
])('of a mail with %s, the reader is offered the right ones', (_, code, codes, shown) => {
  expect(shownCodes({ code, codes }).map((offered) => offered.shown)).toEqual(shown)
})
