import { once } from 'node:events'
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { checkObjectStore } from '../../src/commands/doctor/object-store.ts'
import { createObjectStore, SourceMissing } from '../../src/db/segments/object-store.ts'
import { SourcesAway } from '../../src/db/store-faults.ts'
import { readSourcesUrl, type SourcesAddress } from '../../src/lib/sources-url.ts'
import { startS3 } from './s3-server.ts'
import { openElsewhere } from './sources-elsewhere.ts'

const addressOf = (url: string) => readSourcesUrl(url) as SourcesAddress

/** The URL of a server that answers in a way of its own. */
async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return `s3://key:secret@127.0.0.1:${port}/mail?tls=off`
}

test('an object store keeps objects, reads ranges of them, lists and removes them', async () => {
  const server = await startS3()
  onTestFinished(server.stop)
  const store = createObjectStore(addressOf(server.url()))
  await store.put('a/2026/01/one', Buffer.from('0123456789'))
  await store.put('a/2026/02/two', Buffer.from('x'))
  await store.put('b/other', Buffer.from('x'))
  expect(Buffer.from(await store.get('a/2026/01/one', 3, 4)).toString()).toBe('3456')
  await expect(store.get('a/none', 0, 1)).rejects.toThrow(SourceMissing)
  expect(await store.list('a/', '')).toEqual(['a/2026/01/one', 'a/2026/02/two'])
  expect(await store.list('a/', 'a/2026/01/one')).toEqual(['a/2026/02/two'])
  await store.remove('a/2026/01/one')
  await store.remove('a/2026/01/one')
  expect(await store.list('a/', '')).toEqual(['a/2026/02/two'])
  expect(await store.probe('a/probe')).toEqual({ writing: null, reading: null })

  const address = addressOf(server.url({ prefix: '/a' }))
  expect(await checkObjectStore(address)).toMatchObject([{ level: 'ok' }])
  expect(server.objects('a')).toEqual(['two'])
  const wrong = await checkObjectStore({ ...address, secretAccessKey: 'wrong' })
  expect(wrong).toMatchObject([{ level: 'fail', text: expect.stringContaining('403') }])
  expect(await checkObjectStore(null)).toEqual([])

  const stranger = createObjectStore(addressOf(server.url({ secret: 'wrong' })))
  const failure = await stranger.put('a/x', Buffer.from('x')).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(SourcesAway)
  expect(failure).toMatchObject({ status: 403 })
  expect(JSON.stringify(failure, Object.getOwnPropertyNames(failure))).not.toContain('wrong')

  await server.kill()
  await expect(store.put('a/x', Buffer.from('x'))).rejects.toThrow(SourcesAway)
  await expect(store.get('a/x', 0, 1)).rejects.toThrow('ECONNREFUSED')
})

test('an object is removed too where the server says that there was none', async () => {
  const answer = '<Error><Code>NoSuchKey</Code></Error>'
  const url = await serve((_request, response) =>
    response.writeHead(404, { 'content-type': 'application/xml' }).end(answer),
  )
  const store = createObjectStore(addressOf(url))
  await store.remove('a/none')
  await expect(store.get('a/none', 0, 1)).rejects.toThrow(SourceMissing)
})

test('a server that knows no ranges is refused at the first start', async () => {
  const objects = new Map<string | undefined, string>()
  const { promise: wasMissed, resolve: miss } = Promise.withResolvers<void>()
  async function answer({ method, url: key }: IncomingMessage, response: ServerResponse) {
    if (method === 'PUT') {
      await wasMissed
      objects.set(key, 'The object as a whole')
    }
    response.writeHead(objects.has(key) ? 200 : 404).end(objects.get(key))
    miss()
  }
  const url = await serve((request, response) => void answer(request, response))
  await expect(openElsewhere({ sourcesUrl: url })).rejects.toThrow('more than the range')
  expect(await checkObjectStore(addressOf(url))).toMatchObject([
    { level: 'fail', text: expect.stringContaining('more than the range') },
  ])
})
