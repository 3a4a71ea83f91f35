import { gzipSync } from 'node:zlib'
import { rolldown } from 'rolldown'
import { expect, test } from 'vitest'

test('the client has at most 8 KB, packed, and asks for no module of Node', async () => {
  const bundle = await rolldown({
    input: new URL('../src/index.ts', import.meta.url).pathname,
    platform: 'browser',
    external: () => false,
  })
  const { output } = await bundle.generate({ format: 'esm', minify: true })
  expect(output).toHaveLength(1)
  expect(output[0].imports).toEqual([])
  expect(gzipSync(output[0].code).length).toBeLessThanOrEqual(8_000)
})
