import type { Mailstop } from '../mailstop.ts'
import { readChoice, secondsOf, UsageError, type Arguments } from './arguments.ts'
import { startOptions } from './scenario-commands.ts'
import type { Found } from './check-commands.ts'

/** `drill <name>` lets SMTP fail and waits for the report. What its JUnit has as a failure is a fault. */
export async function drill(mailstop: Mailstop, given: Arguments): Promise<Found> {
  const [, name] = given.words
  if (!name) throw new UsageError('drill needs the name of a scenario or a preset')
  const { header } = given
  const format = readChoice('format', given.format, ['text', 'json', 'markdown', 'junit'])
  const watchSeconds = secondsOf('watch', given.watch)
  const started = await mailstop.drill(name, {
    ...startOptions(given),
    ...(watchSeconds !== undefined && { watchSeconds }),
    ...(header && { header }),
  })
  const report = await started.report()
  const { offered, lost, doubled, unknown, tried_after_refusal: again } = report
  const isFault = offered === 0 || lost + doubled + unknown + again > 0
  if (format === 'text') return { printed: report.sentence, isFault }
  if (format === 'json') return { printed: JSON.stringify(report, null, 2), isFault }
  return { printed: await started.text(format), isFault }
}
