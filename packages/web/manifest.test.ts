import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const readPublic = (name: string) => readFile(join(import.meta.dirname, 'public', name))

/** Width and height are at a fixed place in a PNG (its header chunk comes first). */
async function pngSize(name: string): Promise<string> {
  const bytes = await readPublic(name)
  return `${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`
}

test('the manifest has what browsers ask of an app that can be installed', async () => {
  const { name, start_url, display, icons } = JSON.parse(
    String(await readPublic('manifest.webmanifest')),
  )
  expect({ name, start_url, display }).toEqual({
    name: 'Mailstop',
    start_url: '/inbox',
    display: 'standalone',
  })
  const pictures = icons.filter(({ type }: { type: string }) => type === 'image/png')
  for (const { src, sizes } of pictures) expect(await pngSize(src)).toBe(sizes)
  const sizes = icons.map((icon: { sizes: string; purpose?: string }) => [icon.sizes, icon.purpose])
  expect(sizes).toEqual([
    ['any', undefined],
    ['192x192', undefined],
    ['512x512', undefined],
    ['512x512', 'maskable'],
  ])
})
