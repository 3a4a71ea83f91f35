import type { Mailstop } from '../mailstop.ts'
import { secondsOf, UsageError, type Arguments } from './arguments.ts'

/** `scenarios` lists them; a second word starts one, stops it or lets it count from zero. */
export async function scenarios(mailstop: Mailstop, given: Arguments): Promise<string> {
  const [, verb = 'list', name] = given.words
  const { inbox } = given.conditions
  const place = inbox ? { inbox } : {}
  if (verb === 'list') return listed(await mailstop.scenarios(), given)
  if (!name) throw new UsageError(`scenarios ${verb} needs the name of a scenario or a preset`)
  switch (verb) {
    case 'start': {
      const started = await mailstop.scenario(name, startOptions(given))
      return `${started.name} is on in ${started.inbox} until ${started.endsAt}`
    }
    case 'stop':
    case 'reset':
      await mailstop.endScenario(name, place, verb)
      return name
    default:
      throw new UsageError(`There is no scenarios ${verb}: pass start, stop or reset, or nothing`)
  }
}

/** How a scenario or a drill is started. */
export function startOptions({ conditions: { inbox }, seconds, seed }: Arguments) {
  const length = secondsOf('seconds', seconds)
  return {
    ...(inbox && { inbox }),
    ...(seed && { seed }),
    ...(length !== undefined && { seconds: length }),
  }
}

function listed(all: Awaited<ReturnType<Mailstop['scenarios']>>, { json }: Arguments): string {
  if (json) return JSON.stringify(all, null, 2)
  const { presets, running } = all.meta
  return [
    ...all.data.map(({ name }) => name),
    ...presets.map(({ name, title }) => `${name}  ${title}`),
    ...running.map(
      ({ name, inbox, ends_at: ends, hits }) =>
        `on in ${inbox.name}: ${name}, ${hits.join(' ')} hits, until ${ends}`,
    ),
  ].join('\n')
}
