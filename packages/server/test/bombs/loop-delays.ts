import type { ProductProcess } from '../durability/product-process.ts'

/** A Node option that makes a process report how long its event loop was held up. */
export const watched = `--import=${new URL('loop-watch-process.ts', import.meta.url).href}`

/** Asks for how long the event loop was held up at most since it was last asked. */
export function loopDelays(product: ProductProcess) {
  let count = 0
  return async () => {
    count += 1
    product.signal('SIGUSR2')
    const answer = new RegExp(`^loop ${count} clock (\\S+) thread (\\S+)$`)
    const [clock, thread] = await product.line((line) => answer.exec(line)?.slice(1))
    return { clock: Number(clock), thread: Number(thread) }
  }
}
