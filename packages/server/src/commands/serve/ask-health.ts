export type Health = { isWell: true; impaired: string[] } | { isWell: false; reason: string }

type Asking = {
  ask: () => Promise<Pick<Response, 'ok' | 'status' | 'json'>>
  /** How long to go on asking while the answer is not a good one. */
  waitMs: number
  pause: (ms: number) => Promise<unknown>
  elapsed?: () => number
}

const betweenMs = 250

export async function askUntilWell(asking: Asking): Promise<Health> {
  const { waitMs, pause, elapsed = () => performance.now() } = asking
  const end = elapsed() + waitMs
  for (;;) {
    const health = await askOnce(asking.ask)
    if (health.isWell || elapsed() >= end) return health
    await pause(Math.min(betweenMs, end - elapsed()))
  }
}

async function askOnce(ask: Asking['ask']): Promise<Health> {
  try {
    const answer = await ask()
    if (answer.ok) return { isWell: true, impaired: (await namesIn(answer, 'impaired')) ?? [] }
    return { isWell: false, reason: await reasonIn(answer) }
  } catch (error) {
    return { isWell: false, reason: `does not answer: ${failureText(error)}` }
  }
}

/** The checks that failed, where the answer is one of ours. */
async function reasonIn(answer: Pick<Response, 'status' | 'json'>): Promise<string> {
  const checks = await namesIn(answer, 'checks')
  return checks ? `is not ready: ${checks.join(', ')}` : `answers with status ${answer.status}`
}

/** Null when another program answered: the names are shown on a terminal, and its answer may be any text. */
async function namesIn(answer: Pick<Response, 'json'>, field: string): Promise<string[] | null> {
  const body: unknown = await answer.json().catch(() => null)
  const names: unknown = Object.entries(body ?? {}).find(([name]) => name === field)?.[1]
  const areOurs = Array.isArray(names) && names.every((name) => /^[a-z_]{1,20}$/.test(String(name)))
  return areOurs ? names.map(String) : null
}

function failureText(error: unknown): string {
  const { cause, message } = error instanceof Error ? error : new Error(String(error))
  if (cause instanceof Error && 'code' in cause) return String(cause.code)
  return message
}
