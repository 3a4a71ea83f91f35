import type { Logger } from 'pino'
import { storeTrouble } from './db/store-faults.ts'
import { createSparingLog } from './lib/sparing-log.ts'

/**
 * Where failures end that nobody waits for: those of listeners and of what is done in the background.
 * A store that is away fails all of these at once, and is logged once a second.
 */
export function createReport(log: Logger): (error: unknown) => void {
  const say = createSparingLog(log)
  return (error) => {
    if (storeTrouble(error)) say('warn', { error }, 'The store failed what was to be done')
    else log.error({ error }, 'A listener failed')
  }
}
