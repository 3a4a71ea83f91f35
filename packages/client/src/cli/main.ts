#!/usr/bin/env node
import { UnknownRule } from '../checks/checks.ts'
import { MailstopError } from '../errors.ts'
import { createMailstop } from '../mailstop.ts'
import { readArguments, UsageError } from './arguments.ts'
import { commands, refuseWhatIsNotTaken } from './commands.ts'
import { usage } from './usage.ts'

/** Only the value is on the standard output; all else is on the other. */
const exitCodes = { done: 0, failed: 1, usage: 2, noMail: 4, faults: 5 }

async function run(words: string[]): Promise<number> {
  try {
    const given = readArguments(words)
    const [name = ''] = given.words
    const command = Object.hasOwn(commands, name) ? commands[name] : undefined
    if (given.help || given.words.length === 0 || !command) {
      const isAsked = given.help === true
      if (!isAsked && name) process.stderr.write(`There is no command ${name}.\n\n`)
      process[isAsked ? 'stdout' : 'stderr'].write(usage)
      return isAsked ? exitCodes.done : exitCodes.usage
    }
    refuseWhatIsNotTaken(given)
    const answer = await command(createMailstop(), given)
    const { printed, isFault } =
      typeof answer === 'string' ? { printed: answer, isFault: false } : answer
    process.stdout.write(`${printed}\n`)
    return isFault ? exitCodes.faults : exitCodes.done
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    if (error instanceof UsageError || error instanceof UnknownRule) return exitCodes.usage
    return error instanceof MailstopError && error.code === 'no_mail'
      ? exitCodes.noMail
      : exitCodes.failed
  }
}

process.exitCode = await run(process.argv.slice(2))
