import { setTimeout as delay } from 'node:timers/promises'

/** The result of a request: answered, refused for now, or failed. */
export type Answer = 'answered' | { againInMs: number } | { wrong: string }

/** One line of the table: so many were asked, and what became of them. */
export type Row = {
  what: string
  asked: number
  /** Answered at once, or after refusals. */
  answered: number
  /** Answered after a refusal. */
  later: number
  longestMs: number
  wrong: string[]
}

/** Beyond this a client hangs. */
const patienceMs = 300_000

/** All asks at once, each as often as it is refused with a time to come back. */
export async function askAll(what: string, asks: (() => Promise<Answer>)[]): Promise<Row> {
  const row: Row = { what, asked: asks.length, answered: 0, later: 0, longestMs: 0, wrong: [] }
  await Promise.all(asks.map((ask) => askUntilAnswered(row, ask)))
  return row
}

/** One ask after another for as long as something else is under way. */
export async function askMeanwhile(
  what: string,
  ask: () => Promise<Answer>,
  meanwhile: Promise<unknown>,
): Promise<Row> {
  const row: Row = { what, asked: 0, answered: 0, later: 0, longestMs: 0, wrong: [] }
  let isOver = false
  void meanwhile.finally(() => (isOver = true))
  while (!isOver) {
    row.asked += 1
    await askUntilAnswered(row, ask)
    await delay(100)
  }
  return row
}

async function askUntilAnswered(row: Row, ask: () => Promise<Answer>): Promise<void> {
  const began = performance.now()
  const until = AbortSignal.timeout(patienceMs)
  for (let refusals = 0; ; refusals += 1) {
    const answer = await Promise.race([ask().catch(wrong), hangs(until)])
    if (answer === 'answered') {
      row.answered += 1
      row.longestMs = Math.max(row.longestMs, performance.now() - began)
      if (refusals > 0) row.later += 1
      return
    }
    if ('wrong' in answer) return void row.wrong.push(answer.wrong)
    await delay(answer.againInMs)
  }
}

const wrong = (error: unknown): Answer => {
  const { message, cause } = error as Error
  return { wrong: cause instanceof Error ? `${message}: ${cause.message}` : message }
}

function hangs(until: AbortSignal): Promise<Answer> {
  const answer: Answer = { wrong: `no answer within ${patienceMs / 1_000} s` }
  if (until.aborted) return Promise.resolve(answer)
  return new Promise((resolve) => until.addEventListener('abort', () => resolve(answer)))
}
