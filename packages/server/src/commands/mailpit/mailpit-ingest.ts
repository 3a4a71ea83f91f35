import { readdirSync, statSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { countText } from '@mailstop/contract'
import { readSendmailWords } from '../../sendmail/sendmail-words.ts'
import { prepareMessage } from '../../sendmail/sendmail-message.ts'
import { submit } from '../../sendmail/submit.ts'
import { exitCodes, failUsage, print, remark } from '../terminal.ts'
import { someAtOnce } from './some-at-once.ts'
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
  await someAtOnce(rest.flatMap(filesIn), async (file) => {
    if (statSync(file).mtimeMs < since) return
    const problem = await sendFile(server, file)
    if (problem === null) sent += 1
    else {
      remark(`${file}: ${problem}`)
      process.exitCode = exitCodes.inPart
    }
  })
  print(`Sent ${countText(sent)}.`)
}

/** The header is read within this. What is behind it passes through as it is read. */
const headBytes = 1024 * 1024

async function* joined(start: Buffer, rest: AsyncIterable<Buffer>) {
  yield start
  yield* rest
}

/** A mail without recipients in its header, such as one with Bcc alone, goes to its sender. */
async function sendFile(server: string, file: string): Promise<string | null> {
  const call = readSendmailWords(['-t', '-i'])
  if (!('recipients' in call)) return null
  await using opened = await open(file)
  const { buffer, bytesRead } = await opened.read(Buffer.alloc(headBytes))
  const message = prepareMessage(buffer.subarray(0, bytesRead), call, new Date())
  const to = message.to.length > 0 ? message.to : [message.from]
  const rest = opened.createReadStream({ start: bytesRead, autoClose: false })
  const source = Readable.from(joined(message.source, rest))
  const outcome = await submit(server, { ...message, to, source })
  return outcome.ok ? null : outcome.reason
}

function filesIn(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted()
}
