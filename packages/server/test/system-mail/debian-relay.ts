import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { inject, onTestFinished } from 'vitest'

/** A mail that the relay took, whether or not its sender lived to hear of it. */
export type TakenMail = {
  to: string[]
  /** The id of this delivery, the same at each attempt. */
  id: string
  subject: string
  source: string
  tls: boolean
}

/** Debian's SMTP server as a process of its own; it does not outlive the test. */
export async function startDebianRelay(port: number, pem: string, momentMs = 100) {
  const program = join(import.meta.dirname, 'relay.py')
  const child = spawn(
    inject('pythonWithAiosmtpd'),
    [program, String(port), pem, String(momentMs)],
    {
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  )
  async function kill(): Promise<void> {
    child.kill('SIGKILL')
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  }
  onTestFinished(kill)
  const taken: TakenMail[] = []
  const listeners = new Set<() => void>()
  const listening = Promise.withResolvers<void>()
  createInterface(child.stdout).on('line', (line) => {
    const said: unknown = JSON.parse(line)
    if (!isTakenMail(said)) return listening.resolve()
    taken.push(said)
    for (const listener of listeners) listener()
    return undefined
  })
  child.on('exit', () => listening.reject(new Error('The relay ended before it listened')))
  await listening.promise

  /** Resolves once `enough` is true of what was taken. */
  function when(enough: (taken: TakenMail[]) => boolean): Promise<void> {
    return new Promise((resolve) => {
      const listener = () => {
        if (!enough(taken)) return
        listeners.delete(listener)
        resolve()
      }
      listeners.add(listener)
      listener()
    })
  }
  return { taken, when, kill }
}

function isTakenMail(said: unknown): said is TakenMail {
  return typeof said === 'object' && said !== null && 'to' in said
}
