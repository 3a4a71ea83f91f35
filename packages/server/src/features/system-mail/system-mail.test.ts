import { getSystemMail } from '@mailstop/contract'
import { expect, test } from 'vitest'
import { startApp } from '../../../test/harness.ts'

test.each([
  ['no relay', {}, false],
  ['a relay', { MAIL_URL: 'smtp://relay.test' }, true],
])('anyone may see whether there is a relay: %s', async (_name, settings, relay) => {
  const { client } = await startApp(settings)
  expect(await client().must(getSystemMail, {})).toEqual({ data: { relay } })
})
