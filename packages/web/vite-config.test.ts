import { resolveConfig } from 'vite'
import { expect, test } from 'vitest'

test('the chunks of a build are asked for below /build/', async () => {
  const { base } = await resolveConfig({ root: import.meta.dirname }, 'build')
  expect(base).toBe('/build/')
})
