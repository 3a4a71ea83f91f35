import { parentPort, workerData } from 'node:worker_threads'
import type { ThreadSettings } from './protocol.ts'
import { serveConnection } from './serve-connection.ts'

// `startThread` passes nothing else.
if (parentPort) await serveConnection(parentPort, workerData as ThreadSettings)
