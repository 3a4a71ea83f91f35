import { expect, test } from 'vitest'
import { killedMachine } from '../kills/killed-machine.ts'
import { breakAgainAndAgain, counts } from '../soak/rounds.ts'
import { newFolder } from '../support/new-folder.ts'

/**
 * One round for each moment of the kill; `npm run test:soak -- kills` has 1,000. SIGKILL shows what the process owed to
 * itself; `npm run test:soak -- power` shows what it owed to the disk.
 */
test(
  'a mail that got its 250 is there, whole, and found, however and whenever the process is killed',
  { timeout: 600_000 },
  async () => {
    const machine = killedMachine(newFolder())
    const report = (text: string) => process.stdout.write(`${text}\n`)
    const outcome = await breakAgainAndAgain({ machine, rounds: 10, examineEvery: 5, report })
    report(counts(outcome))
    expect(outcome.faults).toEqual([])
    expect(outcome.accepted).toBeGreaterThan(20)
  },
)
