import { execFile } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { expect, onTestFinished, test, vi } from 'vitest'
import { fullMail, pngBytes, send, startOpenMailpit } from '../mailpit/mailpit-server.ts'
import { newFolder } from '../support/new-folder.ts'

const run = promisify(execFile)

/** Installs packages into a folder of their own, from their registry. */
async function install(program: string, words: (folder: string) => string[]): Promise<string> {
  const folder = newFolder()
  mkdirSync(folder, { recursive: true })
  await run(program, words(folder), { cwd: folder, timeout: 200_000 })
  return folder
}

const fromNpm = (wanted: string) =>
  install('npm', (folder) => ['install', '--prefix', folder, '--ignore-scripts', wanted])

const moduleIn = (folder: string, path: string) =>
  import(pathToFileURL(join(folder, 'node_modules', path)).href)

const later = { ...fullMail, Subject: 'Later', To: [{ Email: 'you@customer.test' }] }

test('cypress-maildev finds, shows and deletes mail, without Cypress around it', async () => {
  const { call, origin } = await startOpenMailpit()
  const folder = await fromNpm('cypress-maildev@2.0.0')
  const { hostname, port } = new URL(origin)
  const settings = new Map([
    ['MAILDEV_PROTOCOL', 'http'],
    ['MAILDEV_HOST', hostname],
    ['MAILDEV_API_PORT', port],
  ])
  onTestFinished(() => void vi.unstubAllGlobals())
  vi.stubGlobal('Cypress', { expose: (name: string) => settings.get(name) })
  const wrap = <Value>(value: Value) => ({ its: () => value })
  vi.stubGlobal('cy', {
    wrap: async (value: unknown) => value,
    request: ({
      method,
      url,
      headers,
    }: {
      method: string
      url: string
      headers: Record<string, string>
    }) => wrap(fetch(url, { method, headers }).then(async (answer) => answer.json())),
  })
  const [id, last] = [await send(call), await send(call, later)]
  const { MaildevCommands } = await moduleIn(folder, 'cypress-maildev/build/maildevCommands.js')
  const client = new MaildevCommands()
  expect(await client.maildevHealthcheck()).toBe(true)
  expect(await client.maildevGetAllMessages()).toMatchObject([{ id }, { id: last }])
  expect(await client.maildevGetLastMessage()).toMatchObject({ id: last, subject: 'Later' })
  expect(await client.maildevGetMessageById(id)).toMatchObject({ id, html: fullMail.HTML })
  expect(await client.maildevGetMessageBySubject('Later')).toMatchObject({ id: last })
  expect(await client.maildevGetMessageBySentTo('ada@customer.test')).toMatchObject({ id })
  expect(await client.maildevGetOTPCode('Your code is 123456.')).toBe('123456')
  expect(await client.maildevDeleteMessageById(id)).toBe(true)
  expect(await client.maildevDeleteAllMessages()).toBe(true)
  expect(await client.maildevGetAllMessages()).toEqual([])
}, 300_000)

test("the client within MailDev's own package for agents reads the API of version 3", async () => {
  const { call, origin } = await startOpenMailpit()
  const folder = await fromNpm('@maildev/mcp@3.0.0')
  const { MailDevClient } = await moduleIn(folder, '@maildev/mcp/dist/client.js')
  for (const base of ['/api', '/maildev/api']) {
    const id = await send(call)
    const client = new MailDevClient({ baseUrl: origin + base })
    const [email] = await client.getEmails()
    expect(email).toMatchObject({ id, read: false })
    expect(await client.getEmail(id)).toMatchObject({ id, subject: fullMail.Subject })
    expect(await client.getEmailHtml(id)).toContain('<b>html</b>')
    expect(await client.getEmailSource(id)).toContain('Subject: Everything at once')
    expect(await client.searchEmails({ subject: 'everything' })).toMatchObject([{ id }])
    const { generatedFileName } = email.attachments[0]
    expect(await client.getAttachment(id, generatedFileName)).toEqual(pngBytes)
    expect(await client.getStats()).toMatchObject({ emailCount: 1, unreadCount: 1 })
    expect(await client.getConfig()).toMatchObject({ isOutgoingEnabled: false })
    await client.deleteEmail(id)
    expect(await client.getEmails()).toEqual([])
  }
}, 300_000)

test('the client of MailCatcher for Python lists mail and reads its text', async () => {
  const { call, origin } = await startOpenMailpit()
  // Version 3 of Rx, which its metadata allows, has other modules than it imports.
  const packages = ['mailcatcher==0.1.6', 'rx==1.6.1']
  const folder = await install('pip', (to) => ['install', '--quiet', '--target', to, ...packages])
  const id = await send(call)
  const { hostname, port } = new URL(origin)
  const script = `
import json, mailcatcher
client = mailcatcher.Mailcatcher(${JSON.stringify(hostname)}, ${port})
listed = [vars(message) for message in client.messages()]
print(json.dumps([listed, client.get_message_by_id(${id})]))`
  const { stdout } = await run('python3', ['-c', script], { env: { PYTHONPATH: folder } })
  expect(JSON.parse(stdout)).toEqual([
    [expect.objectContaining({ message_id: Number(id), subject: fullMail.Subject })],
    fullMail.Text,
  ])
}, 300_000)
