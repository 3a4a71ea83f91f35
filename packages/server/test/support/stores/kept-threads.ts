import { EventEmitter } from 'node:events'
import { MessageChannel, Worker, type MessagePort, type Transferable } from 'node:worker_threads'
import type { StartWorker } from '../../../src/db/sqlite/sqlite-thread.ts'

/** Threads of this process that serve no connection. */
const spare: Worker[] = []

/**
 * Starts a thread of SQLite, or takes one whose connection is closed: a thread takes 100 ms of processor time to start,
 * and most tests need two.
 */
export const startKeptThread: StartWorker = (settings) => {
  const worker =
    spare.pop() ??
    new Worker(new URL('./kept-thread-worker.ts', import.meta.url)).setMaxListeners(0)
  const { port1, port2 } = new MessageChannel()
  const thread = new KeptThread(worker, port1)
  worker.postMessage({ port: port2, settings }, [port2])
  return thread
}

/** Ends for its user when the connection is closed; the thread goes on. */
class KeptThread extends EventEmitter {
  readonly #port: MessagePort

  constructor(worker: Worker, port: MessagePort) {
    super()
    this.#port = port
    const fail = (error: Error) => {
      this.emit('error', error)
      port.close()
    }
    let isAlive = true
    const end = () => (isAlive = false)
    worker.once('error', fail).once('exit', end)
    worker.ref()
    port.on('message', (message) => this.emit('message', message))
    port.once('close', () => {
      worker.off('error', fail).off('exit', end).unref()
      if (isAlive) spare.push(worker)
      this.emit('exit', 0)
    })
  }

  postMessage(message: unknown, transfer: readonly Transferable[] = []): void {
    this.#port.postMessage(message, [...transfer])
  }
}
