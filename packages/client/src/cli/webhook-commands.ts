import type { Mailstop } from '../mailstop.ts'
import { UsageError, type Arguments } from './arguments.ts'
import type { Found } from './check-commands.ts'

/** `webhooks` lists them; a second word tests one, or sends again what failed. */
export async function webhooks(mailstop: Mailstop, given: Arguments): Promise<string | Found> {
  const [, verb = 'list', name] = given.words
  if (verb === 'list') {
    const all = await mailstop.webhooks.list()
    if (given.json) return JSON.stringify(all, null, 2)
    return all
      .map(
        (each) => `${each.name}  ${each.state}, ${each.kind}, ${each.last?.status ?? 'no answer'}`,
      )
      .join('\n')
  }
  if (!name) throw new UsageError(`webhooks ${verb} needs the name of a webhook`)
  if (verb === 'replay') return String(await mailstop.webhooks.replay(name))
  if (verb !== 'test') {
    throw new UsageError(`There is no webhooks ${verb}: pass test or replay, or nothing`)
  }
  const { ok, status, answer } = await mailstop.webhooks.test(name)
  return { printed: `${status ?? 'no answer'} ${answer}`, isFault: !ok }
}
