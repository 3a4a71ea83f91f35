import { parentPort, type MessagePort } from 'node:worker_threads'
import type { ThreadSettings } from '../../../src/db/sqlite/protocol.ts'
import { serveConnection } from '../../../src/db/sqlite/serve-connection.ts'

// One connection after another.
parentPort?.on('message', ({ port, settings }: { port: MessagePort; settings: ThreadSettings }) => {
  void serveConnection(port, settings)
})
