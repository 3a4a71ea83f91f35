import { once } from 'node:events'
import { fstatSync } from 'node:fs'
import { connect } from 'node:net'
import { programCall } from '../lib/process/program-call.ts'
import { readSmtpUrl } from './settings.ts'
import { readSendmailWords, sendmailUsage } from '../sendmail/sendmail-words.ts'
import { prepareMessage } from '../sendmail/sendmail-message.ts'
import { submit } from '../sendmail/submit.ts'

/** Codes of sysexits.h, which callers of sendmail know. */
const exitCodes = { usage: 64, dataError: 65, unavailable: 69, tryAgain: 75, config: 78 }

const mostBytes = 128 * 1024 * 1024

/** `sendmail` as PHP, cron and other programs call it: sends standard input by SMTP. */
export async function run(words: string[], call = programCall('sendmail')): Promise<void> {
  const usage = sendmailUsage(call)
  const asked = readSendmailWords(words)
  if ('help' in asked) return void process.stdout.write(usage)
  if ('problem' in asked) return end(exitCodes.usage, `${asked.problem}\n${usage}`)
  const server =
    asked.server === null ? readSmtpUrl(asked.urlFile) : { url: `smtp://${asked.server}` }
  if ('problem' in server) return end(exitCodes.config, server.problem)
  if (asked.isDialogue) return passOn(new URL(server.url))
  const source = await readInput()
  if (source === 'folder') return end(exitCodes.dataError, 'Standard input is a folder.')
  if (source === null) return end(exitCodes.dataError, 'The message is larger than 128 MB.')
  const message = prepareMessage(source, asked, new Date())
  if (message.to.length === 0) return end(exitCodes.usage, 'The message has no recipients.')
  const outcome = await submit(server.url, message)
  if (outcome.ok) return undefined
  return end(outcome.isTemporary ? exitCodes.tryAgain : exitCodes.unavailable, outcome.reason)
}

/** Connects standard input and output with the server, which speaks for itself. */
async function passOn({ hostname, port }: URL): Promise<void> {
  const socket = connect(Number(port || 25), hostname.replace(/^\[(.*)\]$/, '$1'))
  process.stdin.pipe(socket).pipe(process.stdout, { end: false })
  try {
    await once(socket, 'close')
  } catch (error) {
    end(exitCodes.tryAgain, error instanceof Error ? error.message : String(error))
  }
}

function end(code: number, text: string): void {
  process.stderr.write(`sendmail: ${text}\n`)
  process.exitCode = code
}

async function readInput(): Promise<Buffer | null | 'folder'> {
  // Node reads it as if it were empty.
  if (fstatSync(0).isDirectory()) return 'folder'
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of process.stdin as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    size += chunk.length
    if (size > mostBytes) return null
  }
  return Buffer.concat(chunks, size)
}
