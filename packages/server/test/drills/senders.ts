import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { createTransport } from 'nodemailer'
import type { Tried } from './counted.ts'
import type { Work } from './drawn-run.ts'
import { sendByPostfix } from './postfix.ts'

const run = promisify(execFile)
const senderFile = (name: string) => join(import.meta.dirname, 'senders', name)

/** Starts a worker that reads its work from a file and prints a line for each try. */
function worker(program: string, file: string): (work: Work) => Promise<Tried[]> {
  return async (work) => {
    const path = join(work.folder, 'work.json')
    writeFileSync(path, JSON.stringify(work))
    return linesOf((await run(program, [senderFile(file), path], { timeout: 120_000 })).stdout)
  }
}

const linesOf = (output: string): Tried[] =>
  output
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Tried)

/** Awaits no mail before the next, and never tries again. */
async function sendOnce({ host, port, username, password, mails }: Work): Promise<Tried[]> {
  const auth = { user: username, pass: password }
  const transport = createTransport({ host, port, auth, ignoreTLS: true, socketTimeout: 20_000 })
  const tried = mails.map(async ({ name, at_ms, ...mail }): Promise<Tried> => {
    await delay(at_ms)
    try {
      await transport.sendMail(mail)
      return { mail: name, result: 'accepted' }
    } catch (error) {
      const { responseCode = 0, message } = error as Error & { responseCode?: number }
      const result = ({ 4: 'deferred', 5: 'refused' } as const)[Math.floor(responseCode / 100)]
      return { mail: name, result: result ?? 'broken', said: message }
    }
  })
  return Promise.all(tried)
}

async function sendInLoop(work: Work): Promise<Tried[]> {
  const words = work.mails.flatMap(({ name, from, to, subject, text }) => {
    const path = join(work.folder, `${name}.eml`)
    const header = `From: ${from}\nTo: ${to}\nSubject: ${subject}\nMessage-ID: <${name}@app.test>\n`
    writeFileSync(path, `${header}\n${text}\n`)
    return [name, from, to, path]
  })
  const server = [work.host, String(work.port), work.username, work.password]
  const { stdout } = await run('sh', [senderFile('looping.sh'), ...server, ...words], {
    timeout: 120_000,
  })
  return linesOf(stdout)
}

/** Each sends all mails, ends once it has delivered or given up each, and returns its own count. */
export const senders: Record<string, (work: Work) => Promise<Tried[]>> = {
  'the queue of Postfix': sendByPostfix,
  'a queue of three tries like that of Laravel, with Symfony’s mailer': worker(
    'php',
    'laravel-like.php',
  ),
  'a worker like Sidekiq, with Ruby’s mail library': worker('ruby', 'sidekiq-like.rb'),
  'nodemailer without a retry': sendOnce,
  'a task like those of Celery, with Python’s smtplib': worker('python3', 'celery-like.py'),
  'a script around swaks that loops until it reads 250': sendInLoop,
}
