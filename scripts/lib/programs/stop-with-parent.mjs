// Preloaded into a supervised process: when the supervisor is gone, even by SIGKILL, its end of the
// channel closes and this process is asked to stop in order, instead of holding its ports for ever.

import { isMainThread } from 'node:worker_threads'

if (isMainThread && process.channel) {
  process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'))
  process.channel.unref()
}
