import { getMail, limits } from '@mailstop/contract'
import { expect, test } from 'vitest'
import { listEveryMail, readSource } from '../durability/kept-mails.ts'
import { signUp, startProduct } from '../durability/product-process.ts'
import { beginMail, connectAs, queuedId } from '../durability/smtp-connection.ts'
import { bombs } from '../fixtures/mails/bombs.ts'
import { stuffed } from '../clients/smtp-client.ts'
import { setting } from '../soak/setting.ts'
import { loopDelays, watched } from './loop-delays.ts'
import { newFolder } from '../support/new-folder.ts'

/** What a person in another inbox would feel of it. */
const mostMs = 100
/** `npm run test:bombs` sends every bomb, `npm test` one in this many. */
const oneIn = setting('BOMBS_ONE_IN', 16)

test(
  `every bomb is listed, its source kept, and the process that serves it held up for ${mostMs} ms at most`,
  { timeout: 600_000 },
  async () => {
    const product = await startProduct(newFolder(), {
      NODE_OPTIONS: watched,
    })
    const { api, team } = await signUp(product)
    const params = { team: String(team.id) }
    const delays = loopDelays(product)
    await delays()
    const held: { name: string; clock: number; thread: number }[] = []
    const sizes: number[] = []
    for (const { name, bytes } of bombs.filter((_, place) => place % oneIn === 0)) {
      const sent = wholeLines(bytes())
      const connection = await connectAs(product.smtpPort, team)
      await beginMail(connection)
      const reply = await connection.say(stuffed(sent))
      connection.close()
      const id = queuedId(reply)
      expect(id, `${name}: ${reply}`).not.toBeNull()
      sizes.push(sent.length)

      const [newest] = await listEveryMail(api, team)
      expect(newest, name).toMatchObject({ id, size: sent.length })
      const { data } = await api.must(getMail, { params: { ...params, mail: String(id) } })
      expect([null, 'cut', 'too_complex'], name).toContain(data.problem)
      const kept = await readSource(api, team, Number(id))
      expect(Buffer.compare(kept, sent), name).toBe(0)
      const { clock, thread } = await delays()
      held.push({ name, clock, thread })
      process.stdout.write(
        `${name}: held up for ${Math.round(thread)} ms, ${Math.round(clock)} ms by the clock\n`,
      )
    }
    const listed = await listEveryMail(api, team)
    expect(listed.map(({ size }) => size).toReversed()).toEqual(sizes)

    expect(held.filter(({ thread }) => thread > mostMs)).toEqual([])
  },
)

/** DATA ends with a whole line, and no mail is larger than the largest. */
function wholeLines(bytes: Uint8Array): Buffer {
  const source = Buffer.from(bytes).subarray(0, limits.mailBytes - 2)
  return source.subarray(-2).equals(Buffer.from('\r\n'))
    ? source
    : Buffer.concat([source, Buffer.from('\r\n')])
}
