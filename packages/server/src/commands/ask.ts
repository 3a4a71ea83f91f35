import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'

/** Asks the person at the terminal. */
export const askLine = (question: string): Promise<string> => ask(question, process.stdout)

/** The same, without showing what is typed. */
export async function askSecret(question: string): Promise<string> {
  process.stdout.write(question)
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const answer = await ask('', nowhere)
  process.stdout.write('\n')
  return answer
}

async function ask(question: string, output: Writable): Promise<string> {
  const lines = createInterface({ input: process.stdin, output, terminal: true })
  const aborting = new AbortController()
  // Without it, Ctrl+C and Ctrl+D would leave the question unanswered, and the process would end as if all were well.
  lines.once('SIGINT', () => aborting.abort())
  lines.once('close', () => aborting.abort())
  try {
    return await lines.question(question, { signal: aborting.signal })
  } catch (error) {
    if (aborting.signal.aborted) throw new Error('Nothing was changed.', { cause: error })
    throw error
  } finally {
    lines.close()
  }
}

/** All that comes from standard input, without the end of its last line. */
export const readInput = async (): Promise<string> =>
  (await text(process.stdin)).replace(/\r?\n$/, '')
