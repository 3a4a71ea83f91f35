import { getVersion } from '@mailstop/contract'
import { expect, test } from 'vitest'
import { startApp } from '../../../test/support/harness.ts'

test('a signed-in user sees which version answers, and a visitor does not', async () => {
  const { client, signIn } = await startApp()
  const { api } = await signIn('ada')
  expect(await api.must(getVersion, {})).toEqual({
    data: {
      version: 'unknown',
      commit: null,
      node: process.versions.node,
      store: 'sqlite',
      web_build: null,
    },
  })
  expect(await client().call(getVersion, {})).toMatchObject({ status: 401 })
})
