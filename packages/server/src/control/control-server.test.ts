import { once } from 'node:events'
import { spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, statSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { Worker } from 'node:worker_threads'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { conflict } from '../errors.ts'
import { connectControl } from './control-client.ts'
import { controlFile } from './control-path.ts'
import { createControlServer } from './control-server.ts'
import { operation, type Bytes } from './operation.ts'
import { newFolder } from '../../test/support/new-folder.ts'

const log = pino({ level: 'silent' })

async function* bytes(count: number, fails: boolean): AsyncGenerator<Uint8Array> {
  for (let index = 0; index < count; index++) yield Buffer.alloc(100_000, index)
  if (fails) throw conflict('Half way')
}

async function sizeOf(stream: Bytes): Promise<number> {
  let size = 0
  for await (const chunk of stream) size += chunk.length
  return size
}

const held = Promise.withResolvers<void>()

const operations = {
  double: operation(z.strictObject({ number: z.number() }), async ({ number }) => number * 2),
  refuse: operation(z.strictObject({}), async () => {
    throw conflict('Not like this')
  }),
  refuseBegun: operation(z.strictObject({}), async (_input, { upload }) => {
    for await (const chunk of upload) if (chunk.length > 0) break
    throw conflict('Not like this')
  }),
  refuseLate: operation(z.strictObject({}), async (_input, { upload, onProgress }) => {
    for await (const chunk of upload) if (chunk.length > 0) break
    onProgress?.(1)
    await new Promise(setImmediate)
    throw conflict('Not like this')
  }),
  crash: operation(z.strictObject({}), async () => {
    throw new Error('the disk is gone')
  }),
  bytes: operation(z.strictObject({ count: z.number(), fails: z.boolean() }), async (input) =>
    bytes(input.count, input.fails),
  ),
  size: operation(z.strictObject({}), (_input, { upload }) => sizeOf(upload)),
  wait: operation(z.strictObject({}), async () => {
    await held.promise
    return 'finished'
  }),
}

async function start(folder = newFolder(), limits = { inputMs: 60_000, idleMs: 60_000 }) {
  const server = createControlServer({ dataDir: folder, operations, log, limits })
  await server.start()
  onTestFinished(() => server.stop())
  const ask = await connectControl(folder)
  if (!ask) throw new Error('Nobody answers')
  return { folder, server, ask }
}

test('answers with JSON, with bytes, and takes a file', async () => {
  const { ask } = await start()
  expect(await ask('double', { number: 21 })).toBe(42)
  expect(await sizeOf((await ask('bytes', { count: 20, fails: false })) as Bytes)).toBe(2_000_000)
  expect(await ask('size', {}, Readable.from(bytes(30, false)))).toBe(3_000_000)
  expect(await ask('size', {})).toBe(0)
})

test('refuses with the sentence that the operation has, and what it does not know', async () => {
  const { ask } = await start()
  await expect(ask('refuse', {})).rejects.toMatchObject({
    code: 'conflict',
    message: 'Not like this',
  })
  await expect(ask('crash', {})).rejects.toMatchObject({ message: 'the disk is gone' })
  await expect(ask('double', { number: 'x' })).rejects.toMatchObject({
    code: 'invalid',
    errors: { number: [expect.any(String)] },
  })
  for (const name of ['nothing', 'constructor', '../double']) {
    await expect(ask(name, {})).rejects.toMatchObject({ code: 'not_found' })
  }
})

test('an upload that is refused on its way learns why, each time, and is read no further', async () => {
  const { folder } = await start()
  const asked = ['refuse', 'refuseBegun', 'refuseLate', 'nothing'].flatMap((name) =>
    Array.from({ length: 50 }, () => name),
  )
  // In one thread with the server, no caller would write while its connection is closed.
  const script = `
    const { parentPort, workerData } = require('node:worker_threads')
    let sent = 0
    async function* endless() {
      for (;;) {
        sent += 100_000
        yield Buffer.alloc(100_000)
      }
    }
    async function askAll({ client, folder, asked }) {
      const ask = await (await import(client)).connectControl(folder)
      const said = []
      for (const name of asked) said.push(await ask(name, {}, endless()).catch(String))
      return { said: [...new Set(said)], sent }
    }
    askAll(workerData).then((all) => parentPort.postMessage(all))`
  const client = new URL('control-client.ts', import.meta.url).href
  const caller = new Worker(script, { eval: true, workerData: { client, folder, asked } })
  onTestFinished(async () => void (await caller.terminate()))
  const [{ said, sent }] = (await once(caller, 'message')) as [{ said: string[]; sent: number }]
  expect(said).toEqual([
    'Refusal: Not like this',
    'Refusal: The running Mailstop does not know this command: it is another version.',
  ])
  expect(sent).toBeLessThan(asked.length * 10_000_000)
})

test('bytes that fail before the first are refused, and later are cut off', async () => {
  const { ask } = await start()
  await expect(ask('bytes', { count: 0, fails: true })).rejects.toMatchObject({
    message: 'Half way',
  })
  const half = (await ask('bytes', { count: 50, fails: true })) as Bytes
  await expect(sizeOf(half)).rejects.toThrow('The server stopped half way')
})

test('the socket is its owner’s alone', async () => {
  const { folder } = await start()
  expect(statSync(controlFile(folder)).mode & 0o777).toBe(0o600)
})

test.runIf(process.getuid?.() === 0)('another user of the machine cannot connect', async () => {
  const { folder } = await start()
  // The rights of the socket itself keep them out, even where the folder is open.
  chmodSync(folder, 0o755)
  const script = `require('net').connect(${JSON.stringify(controlFile(folder))}).on('connect', () => console.log('in')).on('error', (error) => console.log(error.code))`
  const child = spawn(process.execPath, ['-e', script], { uid: 65_534, gid: 65_534 })
  let said = ''
  child.stdout.on('data', (chunk) => (said += String(chunk)))
  await once(child, 'close')
  expect(said.trim()).toBe('EACCES')
})

test.runIf(process.getuid?.() === 0)('a socket of another user is not asked', async () => {
  const folder = newFolder()
  mkdirSync(join(folder, 'open'))
  const { chownSync } = await import('node:fs')
  const server = createServer()
  server.listen(controlFile(folder))
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  chownSync(controlFile(folder), 65_534, 65_534)
  expect(await connectControl(folder)).toBeNull()
})

test('garbage, long lines and silence end their connections, and others are answered', async () => {
  const { folder, ask } = await start(newFolder(), { inputMs: 50, idleMs: 60_000 })
  const said = async (text: string) => {
    const socket = connect(controlFile(folder))
    let answer = ''
    socket.on('data', (chunk) => (answer += String(chunk)))
    socket.on('error', () => {})
    socket.write(text)
    await once(socket, 'close')
    return answer
  }
  expect(await said('\0garbage\r\n\r\n')).toMatch(/^HTTP\/1.1 400/)
  expect(await said('GET /double HTTP/1.1\r\nhost: x\r\n\r\n')).toMatch(/^HTTP\/1.1 404/)
  expect(await said(`POST /double HTTP/1.1\r\nx: ${'x'.repeat(9_000)}\r\n\r\n`)).toMatch(/ 431 /)
  const post = 'POST /double HTTP/1.1\r\nhost: x\r\ncontent-length: 200000\r\n\r\n'
  expect(await said(`${post}${' '.repeat(100_000)}`)).toMatch(/^HTTP\/1.1 413/)
  expect(await said(`${post}not json\n`)).toMatch(/^HTTP\/1.1 400/)
  // These say nothing more, and are hung up on.
  expect(await said('POST /double HT')).not.toMatch(/ 200 /)
  expect(await said(post)).toBe('')
  expect(await ask('double', { number: 1 })).toBe(2)
})

test('a socket that a killed server left is replaced, and goes with the server', async () => {
  const folder = newFolder()
  const script = `require('net').createServer().listen(${JSON.stringify(controlFile(folder))}, () => process.kill(process.pid, 'SIGKILL'))`
  await once(spawn(process.execPath, ['-e', script]), 'close')
  expect(existsSync(controlFile(folder))).toBe(true)
  expect(await connectControl(folder)).toBeNull()
  const { ask, server } = await start(folder)
  expect(await ask('double', { number: 2 })).toBe(4)
  await server.stop()
  expect(existsSync(controlFile(folder))).toBe(false)
})

test('an end waits for what changes something, and not for an upload', async () => {
  const { server, ask } = await start()
  const waiting = ask('wait', {})
  async function* endless(): AsyncGenerator<Uint8Array> {
    yield Buffer.alloc(1_000)
    await new Promise(() => {})
  }
  const uploading = ask('size', {}, endless())
  // Answered after both have begun.
  await ask('double', { number: 1 })
  const stopped = server.stop()
  await expect(uploading).rejects.toThrow('The server is stopping.')
  held.resolve()
  expect(await waiting).toBe('finished')
  await stopped
})

test('a path that is too long for a socket is a warning, and no command waits for it', async () => {
  const folder = join(newFolder(), 'x'.repeat(120))
  mkdirSync(folder)
  const lines: unknown[] = []
  const telling = pino({ level: 'warn' }, { write: (line: string) => lines.push(line) })
  const server = createControlServer({ dataDir: folder, operations, log: telling })
  await server.start()
  await server.stop()
  expect(String(lines)).toContain('too long for a socket')
  expect(await connectControl(folder)).toBeNull()
})
