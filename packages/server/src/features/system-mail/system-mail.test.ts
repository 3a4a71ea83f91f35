import { forgotPassword, getSystemMail } from '@mailstop/contract'
import { expect, test } from 'vitest'
import { startApp } from '../../../test/support/harness.ts'

test.each([
  ['no relay', {}, false, 'was made for it'],
  ['a relay', { MAIL_URL: 'smtp://relay.test' }, true, 'is on its way'],
])(
  'anyone may see whether there is a relay, and reads of a link on its way only with one: %s',
  async (_name, settings, relay, became) => {
    const { client } = await startApp(settings)
    const visitor = client()
    expect(await visitor.must(getSystemMail, {})).toEqual({ data: { relay } })
    expect(await visitor.must(forgotPassword, { body: { email: 'ada@rocket.test' } })).toEqual({
      message: `If this address has an account, a password reset link ${became}.`,
    })
  },
)
