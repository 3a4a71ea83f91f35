import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setting } from '../soak/setting.ts'
import { verdict } from '../soak/verdict.ts'
import { counts, killRounds } from './kill-rounds.ts'

/** npm run test:kills: KILLS rounds, 1,000 unless given. */
const rounds = setting('KILLS', 1_000)
const dataDir = await mkdtemp(join(tmpdir(), 'mailstop-kills-'))
const began = performance.now()
const report = (text: string) => {
  const seconds = Math.round((performance.now() - began) / 1_000)
  process.stdout.write(`${seconds} s: ${text}\n`)
}
const result = await killRounds({ dataDir, rounds, examineEvery: 50, report })
report(counts(result))
report(`killed ${Object.entries(result.kills).map(([moment, n]) => `${n} ${moment}`).join(', ')}`)
if (result.faults.length === 0) await rm(dataDir, { recursive: true })
else report(`the data folder is left at ${dataDir}`)
verdict(`${rounds} kills`, result.faults)
