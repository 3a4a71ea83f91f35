import { describe, expect, test } from 'vitest'
import { alikeDatabases } from '../support/product-databases.ts'
import { send, startMailpit } from './mailpit-server.ts'

describe.each(alikeDatabases)("Mailpit's tags on $dialect", ({ open }) => {
  async function start() {
    const { call } = await startMailpit(await open())
    const ids = [
      await send(call, { ...least, Tags: ['one'] }),
      await send(call, { ...least, Tags: ['one', 'two'] }),
    ]
    const names = async () => (await call('GET', '/api/v1/tags')).json
    const tagsOf = async () => {
      const { json } = await call('GET', '/api/v1/messages')
      return (json as { messages: { Tags: string[] }[] }).messages.map(({ Tags }) => Tags)
    }
    const put = async (path: string, body: unknown) => {
      const { status, text } = await call('PUT', path, body)
      return [status, text]
    }
    return { call, ids, names, tagsOf, put }
  }
  const least = { From: { Email: 'a@rocket.test' }, To: [{ Email: 'you@customer.test' }] }

  test('are set on mails, in place of those they had, and listed', async () => {
    const { ids, names, tagsOf, put } = await start()
    expect(await names()).toEqual(['one', 'two'])
    const body = { IDs: [ids[0], 'x', '999999'], Tags: ['Three', 'three', ' a/b ', '!!!', ''] }
    expect(await put('/api/v1/tags', body)).toEqual([200, 'ok'])
    expect(await tagsOf()).toEqual([
      ['one', 'two'],
      ['a b', 'Three'],
    ])
    expect(await put('/api/v1/tags', { IDs: ids, Tags: [] })).toEqual([200, 'ok'])
    expect(await tagsOf()).toEqual([[], []])
    expect(await names()).toEqual([])
    const many = Array.from({ length: 101 }, (_, index) => `tag ${index}`)
    expect(await put('/api/v1/tags', { IDs: ids, Tags: many })).toEqual([
      400,
      'A message has at most 100 tags',
    ])
  })

  test('are renamed on all mail, also to another case, and not onto each other', async () => {
    const { names, tagsOf, put } = await start()
    expect(await put('/api/v1/tags/one', { Name: 'first' })).toEqual([200, 'ok'])
    expect(await tagsOf()).toEqual([['first', 'two'], ['first']])
    expect(await put('/api/v1/tags/FIRST', { Name: 'First' })).toEqual([200, 'ok'])
    expect(await names()).toEqual(['First', 'two'])
    expect(await put('/api/v1/tags/First', { Name: 'First' })).toEqual([200, 'ok'])
    expect(await put('/api/v1/tags/two', { Name: 'first' })).toEqual([
      400,
      'tag already exists: first',
    ])
    expect(await put('/api/v1/tags/none', { Name: 'x' })).toEqual([400, 'tag not found: none'])
    expect(await put('/api/v1/tags/two', { Name: '!' })).toEqual([400, 'invalid tag name: !'])
  })

  test('are deleted from all mail', async () => {
    const { call, names, tagsOf } = await start()
    const remove = async (name: string) => {
      const { status, text } = await call('DELETE', `/api/v1/tags/${encodeURIComponent(name)}`)
      return [status, text]
    }
    expect(await remove('one')).toEqual([200, 'ok'])
    expect(await tagsOf()).toEqual([['two'], []])
    expect(await names()).toEqual(['two'])
    expect(await remove('one')).toEqual([400, 'tag not found: one'])
    expect(await remove('a/b')).toEqual([400, 'tag not found: a/b'])
  })
})
