import type { Config } from '../../config/config.ts'

/**
 * The memory of a process in MB: without large mail, and for each MB of the largest mail. Measured by `npm run
 * test:soak -- memory`: 384 MB are enough for mails of 26 MB, and 320 MB are not; 256 MB are enough for mails of 4 MB, and
 * not for mails of 9 MB.
 */
const restMb = 232
const timesLargest = 6
const mb = 1024 * 1024

/**
 * Warns where the largest mails, many at once, could need more memory than the process may have. The size of accepted
 * mail stays as configured: a mail refused for its size is lost, and an operator should decide that.
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
