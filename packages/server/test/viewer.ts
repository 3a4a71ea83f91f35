import { pino } from 'pino'
import { createViewer } from '../src/mime/viewer.ts'
import { testShares } from './shares.ts'

/** Opens mails as the product does, in fewer threads. */
export const createTestViewer = () =>
  createViewer({
    shares: testShares(),
    threads: 1,
    cpuMs: 5_000,
    memoryMb: 128,
    log: pino({ level: 'silent' }),
  })
