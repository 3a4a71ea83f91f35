import { randomInt } from 'node:crypto'
import { watch } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { createTeam, listTeams, type Team } from '@mailstop/contract'
import {
  listening,
  spawnChild,
  type Product,
  type ProductProcess,
} from '../durability/product-child.ts'
import { signUp } from '../durability/sign-in.ts'
import { examine, type Examination } from './examination.ts'
import { createTraffic, heavy, steady, type Load } from './traffic.ts'

/** What the product runs on, and how it is broken. */
export type Machine = {
  dataDir: string
  /** It runs in place of the built program. */
  program?: string[]
  /** Runs before each start of the product. */
  up(): Promise<void>
  /** Breaks it, and resolves when the product is gone. */
  down(product: ProductProcess): Promise<void>
}

/**
 * When a round is broken off: while the product starts, which is while it recovers from the round
 * before; under load; right after a client has read a 250; as soon as the database's file is written,
 * which only a checkpoint does; while the product stops in order.
 */
export type Moment = 'start' | 'load' | 'reply' | 'checkpoint' | 'stop'

const cycle: Moment[] = [
  ...(['load', 'start', 'reply', 'checkpoint', 'load'] as const),
  ...(['stop', 'load', 'reply', 'start', 'load'] as const),
]

type Options = {
  machine: Machine
  rounds: number
  /** After this many rounds all mail is listed, and some of the newest is compared and searched for. */
  examineEvery: number
  report: (text: string) => void
  load?: Load
}

export type Outcome = Examination & { broken: Record<Moment, number> }

/** Each round goes on with the data that the one before left, and the load with what was not accepted. */
export async function breakAgainAndAgain(options: Options): Promise<Outcome> {
  const { machine, rounds, examineEvery, report, load: usual = steady } = options
  const traffic = createTraffic(await setUp(machine))
  const broken: Record<Moment, number> = { start: 0, load: 0, reply: 0, checkpoint: 0, stop: 0 }
  let startMs = 500
  let sinceExamined = 0
  let examinedTo = 0
  let last: ProductProcess | undefined

  async function start(): Promise<Product> {
    await machine.up()
    const began = performance.now()
    last = spawnOn(machine)
    const product = await listening(last)
    startMs = performance.now() - began
    return product
  }

  async function breakWhileStarting(): Promise<void> {
    await machine.up()
    const product = spawnOn(machine)
    await delay(Math.random() * startMs)
    await machine.down(product)
  }

  async function breakUnderLoad(product: Product, moment: Exclude<Moment, 'start'>): Promise<void> {
    const { promise: enough, resolve } = Promise.withResolvers<void>()
    let left = 1 + randomInt(40)
    const load = moment === 'checkpoint' ? heavy : usual
    const senders = traffic.run(product.smtpPort, load, () => {
      left -= 1
      if (left === 0) resolve()
    })
    if (moment === 'checkpoint') await checkpoint(machine.dataDir)
    else if (moment === 'reply') await enough
    else await delay(50 + randomInt(750))
    if (moment === 'stop') {
      product.signal('SIGTERM')
      await delay(randomInt(100))
    }
    await machine.down(product)
    await senders
  }

  /** What came since the last time is at risk most; of much, every twentieth and the newest are enough. */
  async function look(product: Product): Promise<Examination> {
    const fresh = traffic.mails.slice(examinedTo)
    const step = examineEvery === 1 ? 1 : 20
    const sample = fresh.filter((_, index) => index % step === 0 || index >= fresh.length - 100)
    examinedTo = traffic.mails.length
    sinceExamined = 0
    return examine(product, traffic.mails, sample)
  }

  async function breakOne(round: number): Promise<Examination | undefined> {
    const moment = cycle[round % cycle.length] ?? 'load'
    let found: Examination | undefined
    if (moment === 'start') await breakWhileStarting()
    else {
      const product = await start()
      if (sinceExamined >= examineEvery) {
        found = await look(product)
        if (found.faults.length > 0) return found
      }
      await breakUnderLoad(product, moment)
    }
    broken[moment] += 1
    sinceExamined += 1
    return found
  }

  try {
    for (let round = 1; round <= rounds; round += 1) {
      const found = await breakOne(round)
      if (found && found.faults.length > 0) return { ...found, broken }
      if (found && (examineEvery > 1 || round % 20 === 0)) {
        report(`${round - 1} rounds: ${counts(found)}`)
      }
    }
    const product = await start()
    const found = await examine(product, traffic.mails)
    for (const [reply, times] of traffic.refusals) report(`${times} times refused: ${reply}`)
    await stop(product)
    return { ...found, broken }
  } finally {
    last?.signal('SIGKILL')
    await last?.exited
  }
}

export function counts({ accepted, kept, keptAgain, compared, searched, faults }: Examination) {
  return `${accepted} mails accepted, ${kept} kept (${keptAgain} again, since their 250 was lost), ${compared} compared byte for byte, ${searched} searched for, ${faults.length} faults`
}

const spawnOn = ({ dataDir, program }: Machine) =>
  spawnChild({ DATA_DIR: dataDir, SMTP_STARTTLS: 'on' }, { ...(program && { program }) })

/** An account with three teams. */
async function setUp(machine: Machine): Promise<Team[]> {
  await machine.up()
  const product = await listening(spawnOn(machine))
  const { api } = await signUp(product)
  for (const name of ['Rocket', 'Shop']) await api.must(createTeam, { body: { name } })
  const { data: teams } = await api.must(listTeams, {})
  await stop(product)
  return teams
}

async function stop(product: ProductProcess): Promise<void> {
  product.signal('SIGTERM')
  const { code } = await product.exited
  if (code !== 0) throw new Error(`Mailstop did not stop in order:\n${product.output()}`)
}

/** Resolves as soon as the file of the database is written: until then all goes to the log beside it. */
function checkpoint(dataDir: string): Promise<void> {
  return new Promise((resolve) => {
    const watcher = watch(join(dataDir, 'mailstop.sqlite'))
    const timer = setTimeout(end, 10_000)
    watcher.on('change', end)
    function end() {
      clearTimeout(timer)
      watcher.close()
      resolve()
    }
  })
}
