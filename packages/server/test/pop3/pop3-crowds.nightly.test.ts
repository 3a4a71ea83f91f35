import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { setPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { beforeAll, expect, test } from 'vitest'
import { listening, spawnChild } from '../durability/product-child.ts'
import { signUp, type SignedIn } from '../durability/sign-in.ts'
import { compare, measure } from '../fairness/turns.ts'
import { sendBody } from '../fairness/victim.ts'
import type { Order } from './pop3-attacks.ts'

/** Differences below this come from the processors that all of it shares. */
const unnoticedMs = 100
const turns = 3
const turnMs = 3_000
const lowPriority = 10

let port: number
let login: string[]
let attackers: string[]

const loginOf = ({ team }: SignedIn) => [`USER ${team.smtp_username}`, `PASS ${team.smtp_password}`]

beforeAll(async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'mailstop-pop3-'))
  const product = await listening(spawnChild({ DATA_DIR: dataDir, POP3_PORTS: '0' }))
  port = Number(await product.line((line) => /POP3\s+(\d+)/.exec(line)?.[1]))
  const account = (name: string) =>
    signUp(product, {
      name,
      email: `${name}@example.test`,
      password: 'correct horse battery staple',
    })
  const [user, attacker] = [await account('ada'), await account('eve')]
  login = loginOf(user)
  attackers = loginOf(attacker)
  const mail = (subject: string, body: string) =>
    `From app@rocket.test Sat Nov 21 09:41:00 2026\nSubject: ${subject}\n\n${body}\n`
  const send = ({ api, team }: SignedIn, body: string) =>
    sendBody(api, {
      path: `/api/teams/${team.id}/imports?import=pop3`,
      type: 'application/octet-stream',
      body,
    })
  await send(user, mail('Mine', 'Hello'))
  await send(attacker, mail('Large', 'x\n'.repeat(400_000)) + mail('Small', 'x').repeat(9_999))
  return async () => {
    product.signal('SIGKILL')
    await product.exited
    await rm(dataDir, { recursive: true })
  }
}, 300_000)

async function readMail(): Promise<void> {
  const socket = connect(port, '127.0.0.1')
  socket.write([...login, 'STAT', 'LIST', 'RETR 1', 'QUIT', ''].join('\r\n'))
  const said = await text(socket)
  if (!/Subject: Mine[^]*\+OK Bye\r\n$/.test(said)) throw new Error(said.slice(0, 200))
}

async function begin(attack: Order['attack']) {
  const child = fork(new URL('./pop3-attacks.ts', import.meta.url))
  setPriority(child.pid as number, lowPriority)
  child.send({ attack, port, login: attackers } satisfies Order)
  await once(child, 'message')
  const ended = once(child, 'exit')
  return async () => {
    child.kill('SIGKILL')
    await ended
  }
}

test.each<[Order['attack'], string]>([
  ['sayNothing', '1,500 clients that say nothing'],
  ['guess', '300 clients that guess passwords'],
  ['neverEndLines', '800 clients with lines that are too long'],
  ['readNothing', '40 clients that ask for large mail and read nothing'],
  ['listWithoutEnd', '40 clients that ask for 1,000 lists of 10,000 messages'],
  ['logInWithoutEnd', '100 clients that log in again and again'],
])(
  '%s: beside %s another person reads as before',
  async (attack) => {
    const measured = []
    for (let turn = 0; turn < turns; turn += 1) {
      const alone = await measure(readMail, turnMs)
      const stop = await begin(attack)
      const beside = await measure(readMail, turnMs)
      await stop()
      measured.push({ alone, beside })
    }
    const { alone, beside, refused } = compare(measured)
    expect(refused).toEqual([])
    expect(beside.p50).toBeLessThan(Math.max(unnoticedMs, 2 * alone.p50))
  },
  300_000,
)
