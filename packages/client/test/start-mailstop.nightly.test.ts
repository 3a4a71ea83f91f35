import { readdirSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import { startProcess } from '../../../scripts/lib/programs/processes.mjs'
import { builtProgram } from '../../server/test/durability/product-child.ts'
import { newFolder } from '../../server/test/support/new-folder.ts'
import { startMailstop } from '../src/server/start-mailstop.ts'

const command = builtProgram
const gone = (url: string) => expect(fetch(url)).rejects.toThrow('fetch failed')

test('eight servers start at once, each with mail of its own, and end with it', async () => {
  const temporary = newFolder()
  const options = { command, env: { TMPDIR: temporary } }
  const all = await Promise.all(Array.from({ length: 8 }, () => startMailstop(options)))
  await all[0]?.mailstop.send('Subject: Hi\r\n\r\nx\r\n', { to: ['ada@a.test'] })
  const counts = all.map(async ({ mailstop }) => (await mailstop.list()).mails.length)
  expect(await Promise.all(counts)).toEqual([1, 0, 0, 0, 0, 0, 0, 0])
  expect(readdirSync(temporary)).toHaveLength(8)
  await Promise.all(all.map(({ stop }) => stop()))
  for (const { url } of all) await gone(url)
  expect(readdirSync(temporary)).toEqual([])
}, 180_000)

test('a program that is killed takes its server and the data of that along', async () => {
  const temporary = newFolder()
  const source = new URL('../src/server/start-mailstop.ts', import.meta.url).href
  const program = `const { startMailstop } = await import(${JSON.stringify(source)})
    const { url } = await startMailstop(${JSON.stringify({ command, env: { TMPDIR: temporary } })})
    console.log('Started', url)
    setInterval(() => {}, 1_000)`
  const parent = startProcess(process.execPath, ['--input-type=module', '--eval', program])
  onTestFinished(async () => void (await parent.stop('SIGKILL')))
  const [, url = ''] = await parent.line(/Started (\S+)/)
  expect(readdirSync(temporary)).toHaveLength(1)
  process.kill(parent.pid as number, 'SIGKILL')
  await expect.poll(() => readdirSync(temporary), { timeout: 20_000 }).toEqual([])
  await gone(url)
}, 60_000)

test('the error of a failed start has what the server said', async () => {
  const start = startMailstop({ command, env: { DATABASE_URL: 'postgres://x' } })
  await expect(start).rejects.toThrow(/Mailstop ended with 1[^]*DATABASE_URL/)
})
