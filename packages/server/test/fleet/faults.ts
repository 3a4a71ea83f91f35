import { execFileSync } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'
import { builtProgram } from '../durability/product-child.ts'
import { groupOf, type Fleet } from './fleet.ts'
import type { Part } from './part.ts'

/** Something that breaks, and what clients may notice of it. */
export type Fault = {
  /** What `--only` chooses by. */
  kind: string
  name: string
  /**
   * Breaks it, and resolves when what can be mended from outside is mended. `away` is how long a part was away that
   * its supervisor has to start again.
   */
  happen(fleet: Fleet): Promise<void | { away: Promise<number> }>
  /** For how long no part can stand in: all clients may be refused for that long. */
  awayMs: number
}

const frozenMs = 60_000
const cutMs = 60_000
const fullMs = 20_000
const clockMs = 15_000
const shared = ['haproxy', 'pgbouncer', 'postgres', 's3']
const all = ['mailstop1', 'mailstop2', 'mailstop3', ...shared]

/** Lists all faults in the order in which they happen. */
export function faultsOf(fleet: Fleet): Fault[] {
  const parts = all.filter((name) => fleet.has(name))
  const awayMs = (name: string, ms: number) => (shared.includes(name) ? ms : 0)
  return [
    { kind: 'rolling', name: 'rolling restart', happen: rollingRestart, awayMs: 0 },
    { kind: 'reload', name: 'reload of HAProxy', happen: reload, awayMs: 0 },
    ...parts.map((name) => ({
      kind: 'kill',
      name: `kill -9 of ${name}`,
      happen: ({ part }: Fleet) => kill(part(name)),
      awayMs: 0,
    })),
    ...parts
      .filter((name) => !['mailstop2', 'mailstop3'].includes(name))
      .map((name) => ({
        kind: 'stop',
        name: `kill -STOP of ${name}, 60 s`,
        happen: ({ part }: Fleet) => freeze(part(name)),
        awayMs: awayMs(name, frozenMs),
      })),
    { kind: 'cut', name: 'mailstop2 cut off, 60 s', happen: cutOff, awayMs: 0 },
    { kind: 'clock', name: 'clock of mailstop3 +5 min', happen: (f) => clock(f, '+5m'), awayMs: 0 },
    { kind: 'clock', name: 'clock of mailstop3 -5 min', happen: (f) => clock(f, '-5m'), awayMs: 0 },
    ...(fleet.disk === null
      ? []
      : [{ kind: 'disk', name: 'disk of s3 full, 20 s', happen: fillDisk, awayMs: fullMs }]),
  ]
}

/**
 * Does as `systemctl restart` for one process after the other: each is asked for only when the one before is ready.
 */
async function rollingRestart({ processes }: Fleet): Promise<void> {
  for (const part of processes) await restart(part)
}

async function restart(part: Part): Promise<void> {
  part.signal('SIGTERM')
  // It is not ready from this moment on; and ready again once the supervisor has started the next.
  await until(async () => !(await part.isReady()))
  await until(part.isReady)
}

/** One process after the other gets the program of another version. */
export async function upgrade({ processes }: Fleet): Promise<void> {
  for (const part of processes) {
    part.change({ args: [builtProgram, 'serve'] })
    await restart(part)
  }
}

async function reload({ part }: Fleet): Promise<void> {
  part('haproxy').signal('SIGUSR2')
  await delay(2_000)
}

/** Postgres repairs its tables before it takes questions, which may take some seconds. */
async function kill(part: Part): Promise<{ away: Promise<number> }> {
  const from = performance.now()
  part.signalAll('SIGKILL')
  const away = until(async () => !(await part.isReady()))
    .then(() => until(part.isReady))
    .then(() => performance.now() - from)
  return { away }
}

async function freeze(part: Part): Promise<void> {
  part.signalAll('SIGSTOP')
  await delay(frozenMs)
  part.signalAll('SIGCONT')
}

/** Drops what the process sends, so that no other hears of it and no connection ends: as when its host dies. */
async function cutOff(): Promise<void> {
  const rule = ['OUTPUT', '-m', 'owner', '--gid-owner', String(groupOf(2)), '-j', 'DROP']
  const mend = () => void execFileSync('iptables', ['-D', ...rule])
  execFileSync('iptables', ['-I', ...rule])
  process.once('exit', mend)
  await delay(cutMs)
  process.off('exit', mend)
  mend()
}

async function clock(fleet: Fleet, offset: string): Promise<void> {
  const part = fleet.part('mailstop3')
  const env = fleet.variables(3)
  const wrong = {
    LD_PRELOAD: execFileSync('sh', ['-c', 'ls /usr/lib/*/faketime/libfaketimeMT.so.1'])
      .toString()
      .trim(),
    FAKETIME: offset,
    // Timers go by the monotonic clock, which does not jump.
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  }
  part.change({ env: { ...env, ...wrong } })
  await restart(part)
  await delay(clockMs)
  part.change({ env })
  await restart(part)
}

async function fillDisk({ disk }: Fleet): Promise<void> {
  disk?.fill()
  await delay(fullMs)
  disk?.free()
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await delay(100)
}
