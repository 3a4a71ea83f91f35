import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

const attempts = 500
const pauseMs = 20

/** Resolves when something accepts connections on the port. */
export async function connectable(port: number): Promise<void> {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const socket = connect({ host: '127.0.0.1', port })
    try {
      await once(socket, 'connect')
      return
    } catch {
      await delay(pauseMs)
    } finally {
      socket.destroy()
    }
  }
  throw new Error(`Nothing answers on port ${port}`)
}
