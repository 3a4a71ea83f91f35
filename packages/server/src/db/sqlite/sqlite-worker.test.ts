import { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { caughtMailSubscribers as subscribers } from '../../caught-mail-subscribers.ts'
import type { ThreadSettings } from './protocol.ts'

/** A thread that posts the address of each module that it loads. */
const loading = `
  const { registerHooks } = require('node:module')
  const { parentPort } = require('node:worker_threads')
  registerHooks({
    load(url, context, next) {
      parentPort.postMessage(url)
      return next(url, context)
    },
  })
  import(${JSON.stringify(new URL('./sqlite-worker.ts', import.meta.url).href)})`

test('a thread loads no package: each store starts two threads, and each would load it again', async () => {
  const workerData: ThreadSettings = { file: '', readOnly: false, subscribers: [...subscribers] }
  const thread = new Worker(loading, { eval: true, workerData })
  const exited = new Promise((resolve) => thread.once('exit', resolve))
  const messages: unknown[] = []
  thread.on('message', (message) => messages.push(message))
  thread.postMessage({ id: 1, command: { kind: 'close' } })
  await exited
  const modules = messages.filter((message) => typeof message === 'string')
  expect(modules).toEqual(expect.arrayContaining(subscribers))
  expect(modules.filter((url) => url.includes('/node_modules/'))).toEqual([])
})
