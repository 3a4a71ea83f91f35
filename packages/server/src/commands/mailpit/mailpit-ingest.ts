import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { countText } from '@mailstop/contract'
import { readSendmailWords } from '../../sendmail/sendmail-words.ts'
import { prepareMessage } from '../../sendmail/sendmail-message.ts'
import { submit } from '../../sendmail/submit.ts'
import { exitCodes, failUsage, print, remark } from '../terminal.ts'
import { readCommand } from './mailpit-words.ts'
import { usualServer } from './mailpit-sendmail.ts'

const dayMs = 86_400_000

/** Sends each file of these folders as one mail, by SMTP, to the recipients of its header. */
export async function run(words: string[]): Promise<void> {
  const { values, rest } = readCommand(words, {
    'smtp-addr': 'S',
    recent: 'r',
    'max-message-size': null,
  })
  const days = Number(values['recent'] ?? 0)
  if (rest.length === 0) failUsage(['Name a file or a folder of mail: ingest <file|folder>...'])
  if (!Number.isInteger(days)) failUsage(['--recent must be a number of days.'])
  const server = `smtp://${values['smtp-addr'] ?? usualServer()}`
  const since = days > 0 ? Date.now() - days * dayMs : 0
  let sent = 0
  for (const file of rest.flatMap(filesIn)) {
    if (statSync(file).mtimeMs < since) continue
    const problem = await sendFile(server, file)
    if (problem === null) sent += 1
    else {
      remark(`${file}: ${problem}`)
      process.exitCode = exitCodes.inPart
    }
  }
  print(`Sent ${countText(sent)}.`)
}

/** A mail without recipients in its header, such as one with Bcc alone, goes to its sender. */
async function sendFile(server: string, file: string): Promise<string | null> {
  const call = readSendmailWords(['-t', '-i'])
  if (!('recipients' in call)) return null
  const message = prepareMessage(readFileSync(file), call, new Date())
  const to = message.to.length > 0 ? message.to : [message.from]
  const outcome = await submit(server, { ...message, to })
  return outcome.ok ? null : outcome.reason
}

function filesIn(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted()
}
