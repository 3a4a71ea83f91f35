import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { numbersWith, type SmtpPort } from '../../src/lib/network/smtp-ports.ts'
import type { SmtpLimits } from '../../src/smtp/limits/limits.ts'

/** A number of a load test, and the most that it may be. */
export type Finding = { what: string; measured: number; atMost: number }

export type EngineReport = { connections: number; accepted: number }

export type Engine = Awaited<ReturnType<typeof startEngine>>

/** Starts the engine in a process of its own, so that its memory and its processor are its own. */
export async function startEngine(limits: Partial<SmtpLimits> = {}) {
  const child = fork(new URL('engine-process.ts', import.meta.url), [JSON.stringify(limits)], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  const [line] = (await once(child.stdout ?? child, 'data')) as [Buffer]
  const ports = JSON.parse(line.toString()) as SmtpPort[]

  /** Reads MiB, as the system counts them. */
  function rss(): number {
    const status = readFileSync(`/proc/${child.pid}/status`, 'utf8')
    return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]) / 1_024
  }

  return {
    port: numbersWith(ports, 'starttls')[0] ?? 0,
    tlsPort: numbersWith(ports, 'implicit')[0] ?? 0,
    rss,

    async report(): Promise<EngineReport> {
      child.send('report')
      const [report] = (await once(child, 'message')) as [EngineReport]
      return report
    },

    async stop(): Promise<void> {
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    },
  }
}
