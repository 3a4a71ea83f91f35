import { countText, limits, type ImportReport } from '@mailstop/contract'
import { CutOff } from '../../control/control-client.ts'
import { Refusal } from '../../errors.ts'
import { runOne } from '../command-line.ts'
import type { Call } from '../store-access.ts'
import { CommandFailure, exitCodes, print } from '../terminal.ts'
import { readInput, signalNoted, stoppedBySignals } from './byte-files.ts'
import { mailFilesIn, type FoundFile } from './mail-files-in.ts'

export const run = (words: string[]): Promise<void> =>
  runOne(
    'import',
    {
      usage: '<team> <path>...',
      about:
        'Adds the mail of mbox and eml files, of folders of them and of Maildirs to a team; - is standard input.',
      async run([team = '', ...paths], _values, call) {
        const report = await importAll(team, paths, call)
        const { imported, already_there, failed, refused, files, problems } = report
        if (failed + refused > 0) process.exitCode = exitCodes.inPart
        return {
          data: report,
          show() {
            if (isWithoutMail(report) && refused === 0) {
              return print(`The ${files === 1 ? 'file contains' : 'files contain'} no messages.`)
            }
            const known = already_there > 0 ? `, already there ${already_there}` : ''
            const of = files === 1 ? '' : ` from ${countText(files, 'file')}`
            print(`Imported ${imported}${of}${known}, failed ${failed}.`)
            for (const { file, mail, reason } of problems) {
              const which = [file, mail && `${file === undefined ? 'Mail' : 'mail'} ${mail}`]
              print(`  ${which.filter(Boolean).join(', ')}: ${reason}`)
            }
            const more = failed + refused - problems.length
            if (more > 0) print(`  and ${more} more`)
            if (report.passed_over > 0) {
              print(
                `Left out, as no mail by their names: ${countText(report.passed_over, 'file')}.`,
              )
            }
          },
        }
      },
    },
    words,
  )

type Problem = { file?: string; mail?: number; reason: string }

type Report = Omit<ImportReport, 'problems'> & {
  files: number
  /** Files of which nothing was taken. */
  refused: number
  /** Files of folders that have no mail by their names. */
  passed_over: number
  /** The first of what failed or was refused. */
  problems: Problem[]
}

/** One file after the other. Where there are several, one that is refused stops no other. */
async function importAll(team: string, paths: string[], call: Call): Promise<Report> {
  const counts = { imported: 0, already_there: 0, failed: 0 }
  const report: Report = { files: 0, ...counts, refused: 0, passed_over: 0, problems: [] }
  const signal = signalNoted()
  let isOne = paths.length === 1
  const note = (found: FoundFile, { reason, mail }: Omit<Problem, 'file'>) => {
    if (report.problems.length >= limits.importProblems) return
    const problem = { ...(mail !== undefined && { mail }), reason }
    report.problems.push(isOne ? problem : { file: found.path, ...problem })
  }
  for (const path of paths) {
    for await (const found of mailFilesIn(path, () => (report.passed_over += 1))) {
      isOne &&= found.path === path
      if (signal.name !== null) {
        throw new CommandFailure(`Stopped by ${signal.name}.${keptText(report.imported)}`)
      }
      report.files += 1
      try {
        const { problems, ...added } = await importOne(team, found, call)
        if (!isOne && isWithoutMail(added) && !isMbox.test(found.path)) {
          throw new FileTrouble('It is empty.')
        }
        for (const name of ['imported', 'already_there', 'failed'] as const) {
          report[name] += added[name]
        }
        for (const problem of problems) note(found, problem)
      } catch (error) {
        if (error instanceof CutOff) throw cutOff(error, report.imported)
        if (isOne || !isOfFile(error)) throw error
        report.refused += 1
        note(found, { reason: error.message })
      }
    }
  }
  signal.forget()
  if (report.files > 0) return report
  throw new CommandFailure(`${paths.join(' ')}: no file there ends with .eml or .mbox.`)
}

async function importOne(team: string, found: FoundFile, call: Call): Promise<ImportReport> {
  if ('problem' in found) throw new FileTrouble(found.problem)
  const { path, ...named } = found
  const bytes = await readInput(path).catch((error: unknown) => {
    throw error instanceof CommandFailure ? new FileTrouble(error.message) : error
  })
  return call('mails.import', { team, ...named }, stoppedBySignals(bytes, ''))
}

/** An mbox without a message is a mailbox that had none. */
const isMbox = /[.]mbo?x$/i

const isWithoutMail = (added: Omit<ImportReport, 'problems'>) =>
  added.imported + added.already_there + added.failed === 0

/** A file that cannot be taken, among others that can. */
class FileTrouble extends CommandFailure {}

const isOfFile = (error: unknown): error is Error =>
  error instanceof FileTrouble ||
  (error instanceof Refusal && error.code === 'invalid' && !error.errors)

/** The server cannot say any more what it kept after the last that it said. */
function cutOff({ message, progress }: CutOff, before: number): CommandFailure {
  const { imported = 0 } = (progress ?? {}) as { imported?: number }
  return new CommandFailure(message + keptText(before + imported))
}

function keptText(imported: number): string {
  const kept =
    imported > 0
      ? `At least ${countText(imported)} ${imported === 1 ? 'was' : 'were'} imported.`
      : 'Some may have been imported.'
  return ` ${kept} Import again: what is there is not added twice.`
}
