import { setTimeout as delay } from 'node:timers/promises'
import { endDrill, getDrill, listMails, startDrill } from '@mailstop/contract'
import { expect, test } from 'vitest'
import { sendMail } from '../clients/send-mail.ts'
import { logIn, signUp, startProduct } from '../durability/product-process.ts'
import { newFolder } from '../support/new-folder.ts'

/** Longer than what a drill takes for a pause of a server that runs. */
const awayMs = 17_000

test(
  'a server killed in a drill reports what it cannot know as unknown, and nothing as delivered that is not there',
  { timeout: 120_000 },
  async () => {
    const dataDir = newFolder()
    const first = await startProduct(dataDir)
    const { api, team } = await signUp(first)
    const params = { team: String(team.id) }
    const steps = [
      {
        at: 'end' as const,
        when: { recipient: 'later@*' },
        do: { reply: { code: 451, enhanced: '4.3.0', text: 'Later' } },
      },
    ]
    const body = { scenario: 'own', steps, seconds: 600, watch_seconds: 600 }
    const { data: drill } = await api.must(startDrill, { params, body })
    const offer = async (port: number, subject: string, to: string) => {
      const messageId = `<${subject}@app.test>`
      try {
        await sendMail(port, team, { subject, to: `${to}@b.test`, messageId })
        return 'accepted' as const
      } catch (error) {
        return /451 4\.3\.0/.test(String(error)) ? ('deferred' as const) : ('broken' as const)
      }
    }
    expect(await offer(first.smtpPort, 'before', 'ada')).toBe('accepted')
    expect(await offer(first.smtpPort, 'deferred', 'later')).toBe('deferred')
    expect(await offer(first.smtpPort, 'again', 'later')).toBe('deferred')
    // What a process noted in its last quarter of a second dies with it.
    await delay(1_000)
    const names = Array.from({ length: 40 }, (_, index) => `stream${index}`)
    const stream = names.map(async (name, index) => {
      await delay(index * 20)
      return { name, was: await offer(first.smtpPort, name, 'ada') }
    })
    await delay(400)
    first.signal('SIGKILL')
    await first.exited
    const streamed = await Promise.all(stream)
    expect(new Set(streamed.map(({ was }) => was))).toEqual(new Set(['accepted', 'broken']))

    await delay(awayMs)
    const second = await startProduct(dataDir)
    const { api: later } = await logIn(second)
    const one = { params: { ...params, drill: String(drill.id) } }
    // The gap is noted within seconds.
    await delay(5_000)
    expect(await offer(second.smtpPort, 'after', 'later')).toBe('deferred')
    expect((await later.must(getDrill, { ...one, query: {} })).data.state).toBe('failing')
    const { report } = (await later.must(endDrill, one)).data
    const { data: caught } = await later.must(listMails, { params, query: { per_page: '100' } })
    const subjects = caught.map(({ subject }) => subject)
    const accepted = streamed.filter(({ was }) => was === 'accepted')
    for (const { name } of accepted) expect(subjects).toContain(name)
    expect(report).toMatchObject({ at_once: caught.length, after_retries: 0, unknown: 2, lost: 1 })
    expect(report.mails.map(({ subject, fate }) => [subject, fate])).toEqual([
      ['after', 'lost'],
      ['deferred', 'unknown'],
      ['again', 'unknown'],
    ])
  },
)
