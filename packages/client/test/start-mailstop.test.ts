import { expect, test } from 'vitest'
import { builtProgram } from '../../server/test/durability/product-child.ts'
import { startMailstop } from '../src/server/start-mailstop.ts'

const command = builtProgram
const gone = (url: string) => expect(fetch(url)).rejects.toThrow('fetch failed')

test('eight servers start at once, each with mail of its own, and end with it', async () => {
  const all = await Promise.all(Array.from({ length: 8 }, () => startMailstop({ command })))
  await all[0]?.mailstop.send('Subject: Hi\r\n\r\nx\r\n', { to: ['ada@a.test'] })
  const counts = all.map(async ({ mailstop }) => (await mailstop.list()).mails.length)
  expect(await Promise.all(counts)).toEqual([1, 0, 0, 0, 0, 0, 0, 0])
  await Promise.all(all.map(({ stop }) => stop()))
  for (const { url } of all) await gone(url)
}, 180_000)

test('the error of a failed start has what the server said', async () => {
  const start = startMailstop({ command, env: { DATABASE_URL: 'postgres://x' } })
  await expect(start).rejects.toThrow(/Mailstop ended with 1[^]*DATABASE_URL/)
})
