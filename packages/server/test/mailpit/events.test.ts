import { createInbox, createToken, listTokens, revokeToken } from '@mailstop/contract'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { describe, expect, onTestFinished, test } from 'vitest'
import { WebSocket } from 'ws'
import { newPostgres } from '../support/databases.ts'
import { startApp } from '../support/harness.ts'
import { productDatabases } from '../support/product-databases.ts'
import { sendMail } from '../clients/send-mail.ts'
import {
  basic,
  calls,
  fullMail,
  newToken,
  send,
  startMailpit,
  startOpenMailpit,
} from './mailpit-server.ts'

type Frame = { Type: string; Data: unknown }

function socketTo(
  { origin }: { origin: string },
  headers: Record<string, string>,
  path = '/api/events',
): WebSocket {
  const socket = new WebSocket(`${origin.replace('http', 'ws')}${path}`, { headers })
  socket.on('error', () => {})
  onTestFinished(() => socket.terminate())
  return socket
}

/** The frames of a socket, in their order. */
function framesOf(socket: WebSocket) {
  const frames: Frame[] = []
  let wake = () => {}
  socket.on('message', (data: Buffer) => {
    frames.push(JSON.parse(data.toString()) as Frame)
    wake()
  })
  /** The next of this type; those before it are passed over. */
  return async function next(type: string): Promise<unknown> {
    for (;;) {
      const frame = frames.shift()
      if (frame?.Type === type) return frame.Data
      if (!frame) await new Promise<void>((resolve) => (wake = resolve))
    }
  }
}

async function refusal(socket: WebSocket) {
  const [, response] = (await once(socket, 'unexpected-response')) as [unknown, IncomingMessage]
  const body: Buffer[] = []
  for await (const chunk of response) body.push(chunk as Buffer)
  const { statusCode: status, headers } = response
  return { status, challenge: headers['www-authenticate'], body: Buffer.concat(body).toString() }
}

const closeCode = async (socket: WebSocket) => ((await once(socket, 'close')) as [number])[0]

describe.each(productDatabases)('the events of Mailpit on $dialect', ({ open }) => {
  test('tell a token of one inbox nothing of the others', async () => {
    const server = await startMailpit(await open())
    const { api, call } = server
    const params = { team: String(server.team.id) }
    const { data: inbox } = await api.must(createInbox, { params, body: { name: 'mine' } })
    const scopes = ['mail:read' as const, 'mail:send' as const]
    const body = { name: 'CI', scopes, inbox: inbox.id }
    const { data: made } = await api.must(createToken, { params, body })
    const authorization = basic('suite', made.token)
    const socket = socketTo(server, { authorization })
    const heard: string[] = []
    socket.on('message', (data: Buffer) => void heard.push(data.toString()))
    const next = framesOf(socket)
    expect(await next('stats')).toMatchObject({ Total: 0, Unread: 0 })

    const foreign = await send(call)
    await call('PUT', '/api/v1/messages', { IDs: [foreign], Read: true })
    await call('PUT', '/api/v1/tags', { IDs: [foreign], Tags: ['theirs'] })
    await call('DELETE', '/api/v1/messages', { IDs: [foreign] })
    const own = await send(calls(server, { authorization }))
    expect(await next('new')).toMatchObject({ ID: own })
    expect(await next('stats')).toMatchObject({ Total: 1, Unread: 1 })
    const types = heard.map((frame) => (JSON.parse(frame) as Frame).Type)
    expect(types).toEqual(['stats', 'new', 'stats'])
  })

  test('tell a program of mail, marks, tags and deletions', async () => {
    const server = await startMailpit(await open())
    const { call } = server
    const next = framesOf(socketTo(server, { authorization: basic('suite', server.token) }))
    expect(await next('stats')).toEqual({ Total: 0, Unread: 0, Version: 'v1.34.0' })

    const id = await send(call)
    const created = await next('new')
    const { json } = await call('GET', '/api/v1/messages')
    expect(created).toEqual((json as { messages: unknown[] }).messages[0])
    expect(created).toMatchObject({ ID: id, Subject: fullMail.Subject, Username: 'suite' })
    expect(await next('stats')).toMatchObject({ Total: 1, Unread: 1 })

    await call('PUT', '/api/v1/messages', { IDs: [id], Read: true })
    expect(await next('update')).toEqual({ ID: id, Read: true })
    expect(await next('stats')).toMatchObject({ Total: 1, Unread: 0 })
    await call('PUT', '/api/v1/tags', { IDs: [id], Tags: ['later'] })
    expect(await next('update')).toEqual({ ID: id, Tags: ['later'] })
    await call('DELETE', '/api/v1/messages', { IDs: [id] })
    expect(await next('delete')).toEqual({ ID: id })
    // The numbers follow within a quarter of a second, those of several changes together.
    const untilTotal = async (total: number) => {
      while (((await next('stats')) as { Total: number }).Total !== total);
    }
    await untilTotal(0)
    await send(call)
    await next('new')
    await untilTotal(1)
    await call('DELETE', '/api/v1/messages')
    expect(await next('truncate')).toBeNull()
    await untilTotal(0)
  })

  test('have a frame for each mail of a burst', async () => {
    const server = await startMailpit(await open())
    const next = framesOf(
      socketTo(server, { authorization: `Bearer ${server.token}` }, '/mailpit/api/events?x=y'),
    )
    await next('stats')
    const numbers = Array.from({ length: 30 }, (_, index) => String(index))
    await Promise.all(
      numbers.map((subject) => sendMail(server.smtpPort, server.team, { subject, text: 'x' })),
    )
    const subjects: string[] = []
    while (subjects.length < 30) subjects.push(((await next('new')) as { Subject: string }).Subject)
    expect(subjects.toSorted()).toEqual(numbers.toSorted())
  })
})

test('a socket is for programs with a token that may read, and for no page of another site', async () => {
  const server = await startMailpit()
  const { api, team, token, origin } = server
  const bearer = `Bearer ${token}`
  expect(await refusal(socketTo(server, {}))).toEqual({
    status: 401,
    challenge: 'Basic realm="Login"',
    body: 'Unauthorized.\n',
  })
  const wrong = { authorization: basic('x', 'mst_wrong') }
  expect(await refusal(socketTo(server, wrong))).toMatchObject({ status: 401 })
  const cookie = [...api.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  expect(await refusal(socketTo(server, { cookie, origin }))).toMatchObject({ status: 401 })
  const sender = `Bearer ${await newToken(api, team, ['mail:send'])}`
  expect(await refusal(socketTo(server, { authorization: sender }))).toMatchObject({ status: 403 })
  for (const authorization of [bearer, basic('x', token)]) {
    const evil = { authorization, origin: 'https://evil.example' }
    expect(await refusal(socketTo(server, evil))).toMatchObject({ status: 403 })
    const crossSite = { authorization, 'sec-fetch-site': 'cross-site' }
    expect(await refusal(socketTo(server, crossSite))).toMatchObject({ status: 403 })
  }
  await once(socketTo(server, { authorization: bearer, origin }), 'open')
  // A container has a name of its own.
  await once(socketTo(server, { authorization: bearer, host: 'mailstop:8025' }), 'open')

  const plain = await server.call('GET', '/api/events')
  expect(plain).toMatchObject({ status: 400, text: 'Bad Request\n' })
  const asked = calls(server, {})
  expect(await asked('GET', '/api/events')).toMatchObject({ status: 401 })
})

test('in open mode a program needs no token, and a page of another site gets nothing', async () => {
  const server = await startOpenMailpit()
  const next = framesOf(socketTo(server, {}))
  expect(await next('stats')).toMatchObject({ Total: 0 })
  const id = await send(server.call)
  expect(await next('new')).toMatchObject({ ID: id })
  const evil = socketTo(server, { origin: 'https://evil.example' })
  expect(await refusal(evil)).toMatchObject({ status: 403 })
  const rebound = socketTo(server, { host: 'evil.example' })
  expect(await refusal(rebound)).toMatchObject({ status: 421 })
})

async function revokeAll(api: Awaited<ReturnType<typeof startMailpit>>['api'], teamId: number) {
  const team = String(teamId)
  const { data } = await api.must(listTokens, { params: { team } })
  for (const { id } of data) {
    await api.must(revokeToken, { params: { team, api_token: String(id) } })
  }
}

test('a socket hears what happens at another process, and ends with a token that is revoked there', async () => {
  const url = await newPostgres()
  const env = { DATABASE_URL: url, APP_KEY: randomBytes(32).toString('base64') }
  const [server, second] = await Promise.all([startMailpit(env), startApp(env)])
  const socket = socketTo(second, { authorization: basic('x', server.token) })
  const next = framesOf(socket)
  await next('stats')
  const id = await send(server.call)
  expect(await next('new')).toMatchObject({ ID: id })
  await server.call('PUT', '/api/v1/messages', { IDs: [id], Read: true })
  expect(await next('update')).toEqual({ ID: id, Read: true })
  await server.call('DELETE', '/api/v1/messages', { IDs: [id] })
  expect(await next('delete')).toEqual({ ID: id })
  const code = closeCode(socket)
  await revokeAll(server.api, server.team.id)
  expect(await code).toBe(4401)
})
