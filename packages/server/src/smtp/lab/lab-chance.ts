import { createHmac } from 'node:crypto'

const bytesRead = 6

/** Whether the nth draw of a step comes up. The same seed draws the same, in every process and at any time. */
export function comesUp(
  chance: number,
  { seed, step, inbox, n }: { seed: string; step: number | null; inbox: number; n: number },
): boolean {
  const drawn = createHmac('sha256', seed).update(`${step} ${inbox} ${n}`).digest()
  return drawn.readUIntBE(0, bytesRead) / 2 ** (8 * bytesRead) < chance / 100
}
