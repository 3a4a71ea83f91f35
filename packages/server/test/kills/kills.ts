import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { breakAgainAndAgain, counts } from '../soak/rounds.ts'
import { setting } from '../soak/setting.ts'
import { judge, reporter } from '../soak/verdict.ts'
import { killedMachine } from './killed-machine.ts'

/**
 * npm run test:soak -- kills: KILLS rounds, 1,000 unless given. Before them the test has to prove itself: of a program that
 * answers before it commits, it finds that acknowledged mails are lost.
 */
const rounds = setting('KILLS', 1_000)
const controlRounds = 10
const report = reporter()

const fromSources = fileURLToPath(new URL('../../src/main.ts', import.meta.url))
const hasty = ['--import', new URL('hasty-commits.ts', import.meta.url).href, fromSources]

async function findLosses(): Promise<void> {
  const dataDir = await newFolder()
  const machine = { ...killedMachine(dataDir), program: hasty }
  const { faults } = await breakAgainAndAgain({
    machine,
    rounds: controlRounds,
    examineEvery: 2,
    report,
  })
  await rm(dataDir, { recursive: true })
  const lost = faults.filter((fault) => fault.startsWith('lost:'))
  if (lost.length === 0) {
    throw new Error(`Control: of a program that answers before it commits, no mail is lost`)
  }
  report(
    `control: of a program that answers before it commits, ${lost.length} acknowledged mails were lost`,
  )
}

const newFolder = () => mkdtemp(join(tmpdir(), 'mailstop-kills-'))

await judge(`${rounds} kills`, async () => {
  await findLosses()
  const dataDir = await newFolder()
  const machine = killedMachine(dataDir)
  const outcome = await breakAgainAndAgain({ machine, rounds, examineEvery: 50, report })
  report(counts(outcome))
  if (outcome.faults.length === 0) await rm(dataDir, { recursive: true })
  else report(`the data folder is left at ${dataDir}`)
  return outcome
})
