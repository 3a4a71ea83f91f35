import { fork } from 'node:child_process'
import { once } from 'node:events'

/**
 * The clients of a load test, as a process of their own: their work must not slow down the
 * measuring process. The program gets `job`, and says each thing that it found as a message.
 */
export function startWorker<Said>(program: string, job: object) {
  const child = fork(new URL(program, import.meta.url), [JSON.stringify(job)], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  return {
    /** The next message. */
    async said(): Promise<Said> {
      const ended = once(child, 'exit').then(() => {
        throw new Error(`${program} ended`)
      })
      ended.catch(() => {})
      const [message] = (await Promise.race([once(child, 'message'), ended])) as [Said]
      return message
    },

    async stop(): Promise<void> {
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    },
  }
}
