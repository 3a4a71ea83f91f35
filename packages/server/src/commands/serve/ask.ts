import { createInterface } from 'node:readline/promises'

export async function askLine(question: string): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stdout, terminal: true })
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
