import { parentPort, workerData } from 'node:worker_threads'

/** One call of a thread of `thread-pool.ts`. `inParts`: the function gets one more argument, which hands on a part of its result. */
export type ThreadCall = { name: string; args: unknown[]; inParts: boolean }
export type ThreadReply = { ok: true; value: unknown } | { ok: false; error: Error }
/** What a call hands on before it ends. */
export type ThreadPart = { part: unknown }
/** Said once, when the module is loaded: from then on a call's time counts. */
export type ThreadReady = 'ready'

const functions: Record<string, (...args: unknown[]) => Promise<unknown>> = await import(workerData)

// The pool posts the next call when this one is answered.
parentPort?.on('message', (call: ThreadCall) => {
  void answer(call).then(send)
})

parentPort?.postMessage('ready' satisfies ThreadReady, [])

async function answer({ name, args, inParts }: ThreadCall): Promise<ThreadReply> {
  try {
    const run = functions[name]
    if (!run) throw new TypeError(`the module has no function ${name}`)
    return { ok: true, value: await run(...args, ...(inParts ? [sendPart] : [])) }
  } catch (error) {
    return failure(error)
  }
}

const sendPart = (part: unknown) => parentPort?.postMessage({ part } satisfies ThreadPart, [])

function failure(error: unknown): ThreadReply {
  return { ok: false, error: error instanceof Error ? error : new Error(String(error)) }
}

/** A result that cannot be passed between threads is an error of its function. */
function send(reply: ThreadReply): void {
  try {
    parentPort?.postMessage(reply, movable(reply))
  } catch (error) {
    parentPort?.postMessage(failure(error), [])
  }
}

/** Memory of byte arrays that are the result, or a property of it, and own all of that memory. */
function movable(reply: ThreadReply): ArrayBuffer[] {
  if (!reply.ok || typeof reply.value !== 'object' || reply.value === null) return []
  const values = reply.value instanceof Uint8Array ? [reply.value] : Object.values(reply.value)
  return values
    .filter((value): value is Uint8Array<ArrayBuffer> => value instanceof Uint8Array)
    .filter((bytes) => bytes.byteLength === bytes.buffer.byteLength)
    .map((bytes) => bytes.buffer)
}
