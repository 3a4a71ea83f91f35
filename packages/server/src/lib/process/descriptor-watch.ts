import { open } from 'node:fs/promises'
import type { Logger } from 'pino'
import type { Meter } from './meter.ts'

type WatchDeps = { log: Pick<Logger, 'error' | 'info'>; metrics: Meter | undefined }

const everyMs = 2_000
/** One look in so many logs it while it lasts. */
const saidEvery = 30

/**
 * Says when no file descriptor is left. Node does not: a connection that comes then is accepted with one kept in
 * reserve and closed at once (uv__emfile_trick of libuv), and no event tells that it came.
 */
export function createDescriptorWatch({ log, metrics }: WatchDeps) {
  let timer: NodeJS.Timeout | undefined
  let times = 0
  const shortage =
    metrics &&
    new metrics.Gauge({
      name: 'mailstop_descriptors_short',
      help: '1 while the process has no file descriptor left, so that new connections are closed at once',
      registers: [metrics.registry],
    })

  async function look(): Promise<void> {
    const code = await codeOfOpening()
    const isShort = code === 'EMFILE' || code === 'ENFILE'
    shortage?.set(isShort ? 1 : 0)
    if (isShort && times++ % saidEvery === 0) log.error({ code }, texts[code])
    else if (!isShort && times > 0) log.info('There are file descriptors again')
    if (!isShort) times = 0
  }

  return {
    start(): void {
      if (process.platform === 'win32') return
      timer = setInterval(() => void look(), everyMs).unref()
    },
    stop: () => clearInterval(timer),
  }
}

const texts = {
  EMFILE:
    'No file descriptor is left for this process, so new connections are closed at once. Raise its limit of open files: LimitNOFILE of the service, --ulimit nofile of the container, or ulimit -n',
  ENFILE:
    'No file descriptor is left on this machine, so new connections are closed at once. Raise fs.file-max, or see which process holds them',
}

async function codeOfOpening(): Promise<unknown> {
  try {
    await (await open('/dev/null')).close()
    return null
  } catch (error) {
    return (error as NodeJS.ErrnoException).code
  }
}
