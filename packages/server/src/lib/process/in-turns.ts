import { setImmediate } from 'node:timers/promises'

/** Values after which all else goes on. */
const together = 200

/** Does `work` for each value, and lets all else go on in between. */
export async function inTurns<Value>(
  values: Iterable<Value>,
  work: (value: Value) => void,
): Promise<void> {
  let done = 0
  for (const value of values) {
    work(value)
    done += 1
    if (done % together === 0) await setImmediate()
  }
}
