import { limits, type LabPoint, type LabStep } from '@mailstop/contract'
import { z } from 'zod'
import type { DropInInput, DropInTable } from '../../../http/drop-ins/drop-in.ts'
import { folded, readBody } from './mailpit-input.ts'
import { json } from './mailpit-replies.ts'
import type { MailpitDeps } from './requested-mails.ts'

const trigger = (code: number) =>
  folded({
    errorcode: z.int().min(400).max(599).default(code),
    probability: z.int().min(0).max(100).default(0),
  }).prefault({})

const triggers = folded({
  authentication: trigger(535),
  recipient: trigger(451),
  sender: trigger(451),
})
type Triggers = z.output<typeof triggers>

const points: Record<keyof Triggers, LabPoint> = {
  authentication: 'auth',
  recipient: 'rcpt',
  sender: 'mail',
}

/** The scenario that stands for the triggers. */
export const chaosName = 'mailpit-chaos'

const named = Object.entries(points) as [keyof Triggers, LabPoint][]

const stepsOf = (given: Triggers): LabStep[] =>
  named.flatMap(([name, at]) => {
    const { errorcode: code, probability: chance } = given[name]
    if (chance === 0) return []
    return [{ at, chance, do: { reply: { code, text: `Chaos: ${name} fails on purpose` } } }]
  })

/** Reads triggers of a setting, such as `sender:451:10`. */
export function chaosSteps(written: readonly string[]): LabStep[] {
  const given = written.map((each) => {
    const [name = '', errorcode, probability] = each.split(':')
    return [name, { errorcode: Number(errorcode), probability: Number(probability) }]
  })
  return stepsOf(triggers.parse(Object.fromEntries(given)))
}

/** The triggers that a scenario stands for. */
function triggersOf(steps: readonly LabStep[]): Triggers {
  const found = named.map(([name, at]) => {
    const step = steps.find((one) => one.at === at)
    return [name, step && { errorcode: step.do.reply?.code, probability: step.chance ?? 100 }]
  })
  return triggers.parse(Object.fromEntries(found))
}

const shown = (given: Triggers) =>
  json(
    Object.fromEntries(
      Object.entries(given).map(([name, { errorcode, probability }]) => [
        `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`,
        { ErrorCode: errorcode, Probability: probability },
      ]),
    ),
  )

/** Failures by chance, as Mailpit has them: a scenario of the first inbox, for a day. */
export function createChaosRoutes({ scenarios }: Pick<MailpitDeps, 'scenarios'>): DropInTable {
  async function read({ wants }: DropInInput) {
    const { meta } = await scenarios.list(wants('read_mail'))
    return shown(triggersOf(meta.running.find(({ name }) => name === chaosName)?.steps ?? []))
  }

  async function change({ body, wants }: DropInInput) {
    const given = readBody(triggers, body)
    const steps = stepsOf(given)
    const request = wants('manage_inboxes')
    if (steps.length === 0) await scenarios.stop(request, chaosName, {})
    else await scenarios.start(request, chaosName, { seconds: limits.scenarioSeconds, steps })
    return shown(given)
  }

  return {
    'GET /api/v1/chaos': ['mail:read', read],
    'PUT /api/v1/chaos': ['inbox:manage', change, { maxBodyBytes: 64 * 1024 }],
  }
}
