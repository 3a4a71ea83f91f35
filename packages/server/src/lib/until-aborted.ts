/** Hands on what comes until `signal` aborts. Then it throws the signal's reason at once, though nothing may come any more. */
export async function* untilAborted<Item>(
  items: AsyncIterable<Item>,
  signal: AbortSignal,
): AsyncGenerator<Item, void> {
  const iterator = items[Symbol.asyncIterator]()
  try {
    for (;;) {
      const next = await nextOf(iterator, signal)
      if (next.done) return
      yield next.value
    }
  } finally {
    const ended = Promise.resolve(iterator.return?.()).catch(() => {})
    // What is awaited may never come.
    if (!signal.aborted) await ended
  }
}

function nextOf<Item>(
  iterator: AsyncIterator<Item>,
  signal: AbortSignal,
): Promise<IteratorResult<Item>> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason as Error)
    if (signal.aborted) return abort()
    signal.addEventListener('abort', abort, { once: true })
    const forget = () => signal.removeEventListener('abort', abort)
    iterator.next().then(resolve, reject).finally(forget)
  })
}
