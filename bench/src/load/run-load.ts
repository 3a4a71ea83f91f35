import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { LoadAnswer, LoadJob, LoadResult } from './load-job.ts'
import { endWithBench } from '../processes.ts'

const loader = fileURLToPath(new URL('../loader.ts', import.meta.url))
/** Beyond the time of the job: a server that stalls must not hold up the bench. */
const graceMs = 30_000

/** Runs one job in a process of its own. Rejects when a mail was refused or the server stalled. */
export async function runLoad(job: LoadJob): Promise<LoadResult> {
  const child = fork(loader, [], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  endWithBench(child)
  const answer = new Promise<LoadAnswer>((resolve, reject) => {
    const stalled = () => reject(new Error('The server stalled: no answer from the loader'))
    const timer = setTimeout(stalled, job.warmUpMs + job.measureMs + graceMs)
    child.once('message', (message) => {
      clearTimeout(timer)
      resolve(message as LoadAnswer)
    })
    child.once('exit', (code) => reject(new Error(`The loader ended with ${code}`)))
  })
  child.send(job)
  try {
    const result = await answer
    if (!result.ok) throw new Error(result.problem)
    return result.result
  } finally {
    child.kill('SIGKILL')
  }
}
