import { createInspectThreads, createInspector } from '../../inspect/inspector.ts'
import type { Infrastructure } from '../infrastructure.ts'

/** Checks mails in threads of its own, one of them for mail that takes long. */
export function openInspector(
  { shares, log }: Pick<Infrastructure, 'shares' | 'log'>,
  closing: AsyncDisposableStack,
) {
  const inspector = createInspector({
    shares,
    threads: createInspectThreads({ threads: 1, cpuMs: 1_500, memoryMb: 256 }),
    longThreads: createInspectThreads({ threads: 1, cpuMs: 8_000, memoryMb: 256 }),
    log,
  })
  closing.defer(inspector.stop)
  return inspector
}
