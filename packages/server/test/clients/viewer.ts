import { pino } from 'pino'
import { createViewer, createViewThreads, type ViewThreads } from '../../src/mime/view/viewer.ts'
import { testShares } from './shares.ts'

let threads: ViewThreads | undefined

/** The same for all tests of a worker: to start one and load its modules takes longer than most tests. */
export const testViewThreads = (): ViewThreads =>
  (threads ??= createViewThreads({ threads: 2, cpuMs: 5_000, memoryMb: 256 }))

/** Opens mails as the product does. */
export const createTestViewer = () =>
  createViewer({
    shares: testShares(),
    threads: testViewThreads(),
    log: pino({ level: 'silent' }),
  })
