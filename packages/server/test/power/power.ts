import { mkdir, mkdtemp, open, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { breakAgainAndAgain, counts, type Machine, type Outcome } from '../soak/rounds.ts'
import { setting } from '../soak/setting.ts'
import { steady } from '../soak/traffic.ts'
import { judge, reporter } from '../soak/verdict.ts'
import { createDrive, formatImage, type Drive } from './drive.ts'

/**
 * npm run test:soak -- power: POWER_CUTS cuts, 300 unless given. Before them the rig has to prove itself: a file
 * that was not flushed is lost and one that was is not, and on a drive that ignores flushes
 * acknowledged mails are lost.
 */
const cuts = setting('POWER_CUTS', 300)
/** The first of them is on a drive that honours flushes, so that there is an account to come back to. */
const controlCuts = 10

const report = reporter()
type Flushes = Parameters<Drive['plugIn']>[0]

async function onNewDrive<T>(work: (drive: Drive) => Promise<T>): Promise<T> {
  const home = await mkdtemp(join(tmpdir(), 'mailstop-power-'))
  await formatImage(home)
  const drive = createDrive(home)
  try {
    return await work(drive)
  } finally {
    await drive.pullOut()
    await rm(home, { recursive: true })
  }
}

/** What is left after a cut of two files, of which one was flushed. */
function filesLeft(flushes: Flushes): Promise<string> {
  return onNewDrive(async (drive) => {
    await drive.plugIn(flushes)
    const flushed = await open(join(drive.folder, 'flushed'), 'w')
    await flushed.writeFile('here')
    await flushed.sync()
    await flushed.close()
    await writeFile(join(drive.folder, 'not-flushed'), 'here')
    await drive.cut()
    await drive.pullOut()
    await drive.plugIn(flushes)
    const left = await readdir(drive.folder)
    return left.filter((name) => name !== 'lost+found').join(', ') || 'nothing'
  })
}

function machineOn(drive: Drive, flushesOf: (cutsBefore: number) => Flushes): Machine {
  const dataDir = join(drive.folder, 'data')
  let isPluggedIn = false
  let cutsBefore = 0
  return {
    dataDir,
    async up() {
      if (isPluggedIn) return
      await drive.plugIn(flushesOf(cutsBefore))
      await mkdir(dataDir, { recursive: true })
      isPluggedIn = true
    },
    async down(product) {
      // Either may be first: the machine that stops, or the disk that the product sees fail.
      if (Math.random() < 0.5) product.signal('SIGKILL')
      await drive.cut()
      product.signal('SIGKILL')
      await product.exited
      await drive.pullOut()
      isPluggedIn = false
      cutsBefore += 1
    },
  }
}

function cutAgainAndAgain(rounds: number, flushesOf: (cutsBefore: number) => Flushes) {
  return onNewDrive((drive): Promise<Outcome> => {
    const machine = machineOn(drive, flushesOf)
    // All that is fresh is examined after each cut, and there may be much of it.
    const load = { ...steady, restMs: 30 }
    return breakAgainAndAgain({ machine, rounds, examineEvery: 1, report, load })
  })
}

/** Why the rig would prove nothing; none when it does. */
async function doubts(): Promise<string[]> {
  const found: string[] = []
  for (const [flushes, expected] of [
    ['honoured', 'flushed'],
    ['ignored', 'nothing'],
  ] as const) {
    const left = await filesLeft(flushes)
    report(`flushes ${flushes}: of a flushed file and one that was not, a cut leaves: ${left}`)
    if (left !== expected) found.push(`the rig proves nothing: the cut left ${left}`)
  }
  const control = await cutAgainAndAgain(controlCuts, (before) => (before ? 'ignored' : 'honoured'))
  const lost = control.faults.filter((fault) => fault.startsWith('lost'))
  report(`flushes ignored: ${lost.length} of ${control.accepted} acknowledged mails are lost`)
  if (lost.length === 0) found.push('the rig proves nothing: no mail was lost')
  return found
}

await judge(`${cuts} cuts of power`, async () => {
  const faults = await doubts()
  if (faults.length > 0) return { faults }
  const outcome = await cutAgainAndAgain(cuts, () => 'honoured')
  report(counts(outcome))
  return outcome
})
