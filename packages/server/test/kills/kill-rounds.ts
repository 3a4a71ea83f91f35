import { randomInt } from 'node:crypto'
import { watch } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { createTeam, listTeams, type Team } from '@mailstop/contract'
import { listening, spawnChild, type Product } from '../durability/product-child.ts'
import { signUp } from '../durability/sign-in.ts'
import { examine, type Examination } from '../soak/examination.ts'
import { createTraffic, heavy, steady } from '../soak/traffic.ts'

/**
 * When a round is killed: while the product starts, which is while it recovers from the kill before;
 * under load; right after the client has read a 250; as soon as the database's file is written, which
 * only a checkpoint does; while it stops in order.
 */
type Moment = 'start' | 'load' | 'reply' | 'checkpoint' | 'stop'

const cycle: Moment[] = [
  ...(['load', 'start', 'reply', 'checkpoint', 'load'] as const),
  ...(['stop', 'load', 'reply', 'start', 'load'] as const),
]

type Options = {
  dataDir: string
  rounds: number
  /** After so many rounds all mail is listed, and a sample of it compared and searched for. */
  examineEvery: number
  report: (text: string) => void
}

export type KillReport = Examination & { kills: Record<Moment, number>; refusals: number }

/** Kills the product again and again under load, each time on the data that the kill before left. */
export async function killRounds(options: Options): Promise<KillReport> {
  const { dataDir, rounds, examineEvery, report } = options
  const teams = await setUp(dataDir)
  const traffic = createTraffic(teams)
  const kills: Record<Moment, number> = { start: 0, load: 0, reply: 0, checkpoint: 0, stop: 0 }
  let startMs = 500
  let examinedTo = 0

  async function start(): Promise<Product> {
    const began = performance.now()
    const product = await listening(spawnChild({ DATA_DIR: dataDir }))
    startMs = performance.now() - began
    return product
  }

  async function killWhileStarting(): Promise<void> {
    const product = spawnChild({ DATA_DIR: dataDir })
    await delay(Math.random() * startMs)
    product.signal('SIGKILL')
    await wasKilled(product)
  }

  async function killUnderLoad(moment: Exclude<Moment, 'start'>): Promise<void> {
    const product = await start()
    const kill = () => product.signal('SIGKILL')
    let killAfter = moment === 'reply' ? 1 + randomInt(40) : Infinity
    const load = moment === 'checkpoint' ? heavy : steady
    const senders = traffic.run(product.smtpPort, load, () => {
      killAfter -= 1
      if (killAfter === 0) kill()
    })
    if (moment === 'checkpoint') await checkpoint(dataDir)
    else if (moment !== 'reply') await delay(50 + randomInt(750))
    if (moment === 'stop') {
      product.signal('SIGTERM')
      await delay(randomInt(100))
    }
    if (moment !== 'reply') kill()
    await wasKilled(product, moment === 'stop')
    await senders
  }

  async function look(isLast: boolean): Promise<Examination> {
    const product = await start()
    const fresh = traffic.mails.slice(examinedTo)
    const sample = [...fresh.slice(-100), ...fresh.filter((_, index) => index % 20 === 0)]
    const found = await examine(product, traffic.mails, isLast ? traffic.mails : sample)
    examinedTo = traffic.mails.length
    product.signal(isLast ? 'SIGTERM' : 'SIGKILL')
    await product.exited
    return found
  }

  for (let round = 1; round <= rounds; round += 1) {
    const moment = cycle[round % cycle.length] ?? 'load'
    await (moment === 'start' ? killWhileStarting() : killUnderLoad(moment))
    kills[moment] += 1
    if (round % examineEvery !== 0 || round === rounds) continue
    const found = await look(false)
    report(`${round} kills: ${counts(found)}`)
    if (found.faults.length > 0) return { ...found, kills, refusals: traffic.refusals.size }
  }
  const found = await look(true)
  for (const [reply, times] of traffic.refusals) report(`refused ${times} times: ${reply}`)
  return { ...found, kills, refusals: traffic.refusals.size }
}

export function counts({ accepted, kept, keptAgain, compared, searched, faults }: Examination) {
  return `${accepted} mails accepted, ${kept} kept (${keptAgain} again, since their 250 was lost), ${compared} compared byte for byte, ${searched} searched for, ${faults.length} faults`
}

/** An account with three teams. */
async function setUp(dataDir: string): Promise<Team[]> {
  const product = await listening(spawnChild({ DATA_DIR: dataDir }))
  const { api } = await signUp(product)
  for (const name of ['Rocket', 'Shop']) await api.must(createTeam, { body: { name } })
  const { data: teams } = await api.must(listTeams, {})
  product.signal('SIGTERM')
  await product.exited
  return teams
}

/** It ends by the signal, or in order when it was asked to; anything else is a crash of its own. */
async function wasKilled({ exited, output }: Pick<Product, 'exited' | 'output'>, mayEnd = false) {
  const { code, signal } = await exited
  if (signal === 'SIGKILL' || (mayEnd && code === 0)) return
  throw new Error(`Mailstop ended by itself (${code ?? signal}):\n${output()}`)
}

/** Resolves as soon as the file of the database is written: until then all goes to the log beside it. */
function checkpoint(dataDir: string): Promise<void> {
  return new Promise((resolve) => {
    const watcher = watch(join(dataDir, 'mailstop.sqlite'))
    const patience = setTimeout(end, 10_000)
    watcher.on('change', end)
    function end() {
      clearTimeout(patience)
      watcher.close()
      resolve()
    }
  })
}
