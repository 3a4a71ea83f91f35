import { scenarioPresets, type LabStep } from '@mailstop/contract'

/** A mail that an app wants to send, and when. */
export type AppMail = {
  name: string
  from: string
  to: string
  subject: string
  text: string
  at_ms: number
}

/** What a sender has to send, and where. */
export type Work = {
  host: string
  port: number
  username: string
  password: string
  mails: readonly AppMail[]
  /** It holds files of the sender. */
  folder: string
}

export type DrawnRun = {
  scenario: (typeof scenarios)[number]
  steps: LabStep[]
  seconds: number
  mails: AppMail[]
}

/** A scenario of its own beside the presets: some recipients are refused, and some contents. */
const mixed: LabStep[] = [
  { at: 'rcpt', do: { reply: { code: 452, enhanced: '4.2.2', text: 'Mailbox full' } } },
  { at: 'end', do: { reply: { code: 451, enhanced: '4.3.0', text: 'Temporary failure' } } },
]

const scenarios = [
  'mixed',
  'unavailable',
  'greylist',
  'flaky',
  'drop-in-data',
  'drop-after-data',
  'mailbox-full',
  'unknown-user',
  'rate-limit',
] as const

/** The same run for the same seed; as many seeds as there are scenarios have all of them. */
export function drawRun(seed: number): DrawnRun {
  const draw = random(seed)
  const between = (low: number, high: number) => low + Math.floor(draw() * (high - low + 1))
  const scenario = scenarios[seed % scenarios.length] ?? 'mixed'
  const steps = scenarioPresets.find(({ name }) => name === scenario)?.steps ?? mixed
  const chance = [40, 70, steps === mixed ? 50 : 100][between(0, 2)] ?? 50
  const hurried = steps.map((step): LabStep => {
    const { greylist_s: greylist, rate } = step.do
    if (greylist) return { ...step, do: { ...step.do, greylist_s: between(1, 2) } }
    if (rate) return { ...step, do: { ...step.do, rate: { count: between(2, 4), per_s: 1 } } }
    return { ...step, chance }
  })
  const at = steps[0]?.at
  const mails = Array.from({ length: between(6, 12) }, (_, index): AppMail => {
    const name = `m${index}x`
    return {
      name,
      from: 'app@rocket.test',
      // What is refused before its content is known by its addresses alone.
      to: at === 'end' ? `user${index % 2}@customer.test` : `${name}@customer.test`,
      subject: `Mail ${name}`,
      text: `This is the text of ${name}.`,
      at_ms: between(0, 2_000),
    }
  })
  return { scenario, steps: hurried, seconds: between(4, 8), mails }
}

/** Numbers from 0 to 1. */
function random(seed: number): () => number {
  let state = seed
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
  // The first numbers of neighbours are alike.
  for (let skipped = 0; skipped < 10; skipped += 1) next()
  return next
}
