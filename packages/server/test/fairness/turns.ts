import { setTimeout as delay } from 'node:timers/promises'
import type { Work } from './victim.ts'

export type Figures = { times: number[]; refused: string[] }
type Percentiles = { p50: number; p95: number }
/** `times` as long the 95th percentile was in the turn in the middle. */
export type Compared = {
  alone: Percentiles
  beside: Percentiles
  times: number
  refused: string[]
}

const gapMs = 50

export async function measure(work: Work, forMs: number): Promise<Figures> {
  const times: number[] = []
  const refused: string[] = []
  const end = performance.now() + forMs
  while (performance.now() < end) {
    const began = performance.now()
    await work().catch((error: Error) => refused.push(error.message))
    times.push(performance.now() - began)
    await delay(gapMs)
  }
  return { times, refused }
}

/** Compares by the median of the turns, since one of them may meet a busy moment of the machine. */
export function compare(turns: { alone: Figures; beside: Figures }[]): Compared {
  const ratios = turns.map(({ alone, beside }) => at(beside.times, 0.95) / at(alone.times, 0.95))
  const all = (which: 'alone' | 'beside') => {
    const times = turns.flatMap((turn) => turn[which].times)
    return { p50: at(times, 0.5), p95: at(times, 0.95) }
  }
  return {
    alone: all('alone'),
    beside: all('beside'),
    times: at(ratios, 0.5),
    refused: turns.flatMap(({ beside }) => beside.refused),
  }
}

function at(times: number[], part: number): number {
  const sorted = times.toSorted((a, b) => a - b)
  return sorted[Math.floor(part * (sorted.length - 1))] ?? 0
}
