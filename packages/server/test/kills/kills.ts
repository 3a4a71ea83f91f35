import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { breakAgainAndAgain, counts } from '../soak/rounds.ts'
import { setting } from '../soak/setting.ts'
import { judge, reporter } from '../soak/verdict.ts'
import { killedMachine } from './killed-machine.ts'

/** npm run test:kills: KILLS rounds, 1,000 unless given. */
const rounds = setting('KILLS', 1_000)
const dataDir = await mkdtemp(join(tmpdir(), 'mailstop-kills-'))
const machine = killedMachine(dataDir)
const report = reporter()
await judge(`${rounds} kills`, async () => {
  const outcome = await breakAgainAndAgain({ machine, rounds, examineEvery: 50, report })
  report(counts(outcome))
  if (outcome.faults.length === 0) await rm(dataDir, { recursive: true })
  else report(`the data folder is left at ${dataDir}`)
  return outcome
})
