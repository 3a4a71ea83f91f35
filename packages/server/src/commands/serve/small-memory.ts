import type { Config } from '../../config/config.ts'

/**
 * Says what a process takes, in MB: without large mail, and for each MB of the largest one. Measured by
 * `npm run test:memory`: 384 MB are enough for mails of 26 MB, and 320 MB are not; 256 MB are for those of 4 MB, and not
 * for those of 9.
 */
const restMb = 232
const timesLargest = 6
const mb = 1024 * 1024

/**
 * A warning where the largest mails, many at once, could need more memory than the process may have. Which mail is
 * accepted is not changed by itself: what is refused for its size is lost, and nobody would have decided that.
 */
export function smallMemory({ memoryBytes, smtpLimits }: Config): string[] {
  const neededMb = restMb + timesLargest * (smtpLimits.messageBytes / mb)
  const hasMb = memoryBytes / mb
  if (hasMb >= neededMb) return []
  const fittingMb = Math.floor((hasMb - restMb) / timesLargest)
  const advice =
    fittingMb >= 1
      ? `give it ${Math.ceil(neededMb)} MB, or set SMTP_MAX_MAIL_BYTES to ${fittingMb * mb}`
      : `give it ${Math.ceil(neededMb)} MB`
  return [
    `The process may have ${Math.floor(hasMb)} MB of memory, and several of the largest messages at once can end it: ${advice}.`,
  ]
}
