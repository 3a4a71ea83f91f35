import { once } from 'node:events'
import { chmodSync, lstatSync, rmSync } from 'node:fs'
import { connect, type Socket } from 'node:net'

/** As whom the limits and the networks of the settings know a client of a Unix socket. */
export const localAddress = '127.0.0.1'

/**
 * Listens at the path of a Unix socket, which the user and the group of this process may use. One that nobody listens on
 * any more, as of a process that was killed, makes way; all else at the path stays, and listening fails. Closing the
 * server removes it.
 */
export async function listenAtPath<T>(path: string, listen: () => Promise<T>): Promise<T> {
  const isSocket = lstatSync(path, { throwIfNoEntry: false })?.isSocket() ?? false
  if (isSocket && !(await isUsed(path))) rmSync(path, { force: true })
  const listening = await listen()
  chmodSync(path, 0o660)
  return listening
}

/** Whether somebody listens there. One that may not be asked is in use. */
export async function isUsed(path: string): Promise<boolean> {
  const socket = connect({ path })
  try {
    await once(socket, 'connect')
    return true
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null
    return code !== 'ECONNREFUSED' && code !== 'ENOENT'
  } finally {
    socket.destroy()
  }
}

/** Names the address of a client that has none: otherwise it would be taken for one that has left. */
export const asLocal = (socket: Socket): Socket =>
  Object.defineProperty(socket, 'remoteAddress', { value: localAddress })
