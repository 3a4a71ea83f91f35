/** Like a part of pino. */
type Log = Record<'info' | 'warn' | 'error', (details: object, text: string) => void>

type Held = { level: keyof Log; details: object; leftOut: number }

const restMs = 1_000

/**
 * For what a full disk causes a thousand times a second, and what would fill the next one: of each
 * text the first line is written at once, then one a second at most, the latest, which says how many
 * were left out before it. Texts are constants, and each is remembered only for as long as it comes.
 */
export function createSparingLog(log: Log) {
  const resting = new Map<string, Held | null>()

  function write(level: keyof Log, details: object, text: string): void {
    log[level](details, text)
    resting.set(text, null)
    setTimeout(goOn, restMs, text).unref()
  }

  function goOn(text: string): void {
    const held = resting.get(text)
    resting.delete(text)
    if (held) write(held.level, { ...held.details, left_out: held.leftOut }, text)
  }

  return function say(level: keyof Log, details: object, text: string): void {
    const held = resting.get(text)
    if (held === undefined) write(level, details, text)
    else resting.set(text, { level, details, leftOut: held ? held.leftOut + 1 : 0 })
  }
}

export type SparingLog = ReturnType<typeof createSparingLog>
