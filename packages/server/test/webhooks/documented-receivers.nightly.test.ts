import { execFile, spawn } from 'node:child_process'
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { createWebhook, testWebhook } from '@mailstop/contract'
import { expect, onTestFinished, test } from 'vitest'
import { createOutputLines } from '../support/output-lines.ts'
import { signUp, startProduct } from '../durability/product-process.ts'
import { newFolder } from '../support/new-folder.ts'
import { freePort } from '../processes/free-port.ts'

const root = fileURLToPath(new URL('../../../../', import.meta.url))
const run = promisify(execFile)

/** The code of a receiver in the documentation, without its indentation. */
function documented(first: string): string {
  const lines = readFileSync(join(root, 'docs/webhooks.md'), 'utf8').split('\n')
  const begin = lines.indexOf(`    ${first}`)
  const end = lines.findIndex((line, index) => index > begin && /^\S/.test(line))
  return lines
    .slice(begin, end)
    .map((line) => line.slice(4))
    .join('\n')
}

const receivers = [
  {
    name: 'Node',
    first: "import { createServer } from 'node:http'",
    async prepare(folder: string, code: string) {
      symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
      writeFileSync(join(folder, 'receiver.mjs'), code)
      return [process.execPath, join(folder, 'receiver.mjs')]
    },
  },
  {
    name: 'Python',
    first: 'import os',
    async prepare(folder: string, code: string) {
      await run('python3', ['-m', 'venv', join(folder, 'venv')])
      await run(join(folder, 'venv/bin/pip'), ['install', '-q', 'standardwebhooks==1.1.0'])
      writeFileSync(join(folder, 'receiver.py'), code)
      return [join(folder, 'venv/bin/python'), join(folder, 'receiver.py')]
    },
  },
]

test.each(receivers)(
  'the receiver in $name of the documentation verifies with the public library, and refuses another secret',
  { timeout: 180_000 },
  async ({ first, prepare }) => {
    const folder = newFolder()
    const port = await freePort()
    const [program = '', ...words] = await prepare(
      folder,
      documented(first).replace('8080', String(port)),
    )
    const product = await startProduct(newFolder(), { OUTBOUND_ALLOW: `127.0.0.1:${port}` })
    const { api, team } = await signUp(product)
    const params = { team: String(team.id) }
    const body = {
      name: 'CI',
      url: `http://127.0.0.1:${port}/`,
      events: ['mail.received' as const],
    }
    const { data: webhook } = await api.must(createWebhook, { params, body })
    const { data: other } = await api.must(createWebhook, { params, body })
    const env = { MAILSTOP_WEBHOOK_SECRET: webhook.secret ?? '' }
    const receiver = spawn(program, words, { env, stdio: ['ignore', 'pipe', 'inherit'] })
    onTestFinished(() => void receiver.kill())
    const output = createOutputLines()
    receiver.stdout.on('data', (text: Buffer) => output.add(text.toString().trim()))
    const statusOf = async (id: number) =>
      (await api.must(testWebhook, { params: { ...params, webhook: String(id) } })).data.status
    await expect.poll(() => statusOf(webhook.id), { timeout: 20_000 }).toBe(204)
    expect(await statusOf(other.id)).toBe(400)
    await output.find((line) => (line.includes('mail.received') ? true : undefined))
  },
)
