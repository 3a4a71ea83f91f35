import { expect, test } from 'vitest'
import { killedMachine } from '../kills/killed-machine.ts'
import { breakAgainAndAgain, counts } from '../soak/rounds.ts'
import { temporaryDataDir } from './product-process.ts'

/**
 * One round of each moment at which it is killed; `npm run test:kills` kills it 1,000 times. SIGKILL shows what the process owed to itself; what it
 * owed to the disk is shown by `npm run test:power`.
 */
test(
  'a mail that got its 250 is there, whole, and found, however and whenever the process is killed',
  { timeout: 600_000 },
  async () => {
    const machine = killedMachine(await temporaryDataDir())
    const report = (text: string) => process.stdout.write(`${text}\n`)
    const outcome = await breakAgainAndAgain({ machine, rounds: 10, examineEvery: 5, report })
    report(counts(outcome))
    expect(outcome.faults).toEqual([])
    expect(outcome.accepted).toBeGreaterThan(20)
  },
)
