import type { Requests } from './request.ts'
import type { RunningScenario, ScenarioList, ScenarioStep } from './types.ts'

export type ScenarioOptions = {
  /** The name of an inbox; the first one without it. */
  inbox?: string
  /** It ends by itself then; after an hour without it. */
  seconds?: number
  /** The same seed fails the same mails. */
  seed?: string
}

/** A scenario that is on. */
export type OpenScenario = {
  readonly name: string
  readonly inbox: string
  readonly endsAt: string
  /** How often each of its steps has acted; up to a second late. */
  hits(): Promise<number[]>
  /** Lets it count from zero. */
  reset(): Promise<void>
  stop(): Promise<void>
}

const path = 'teams/current/scenarios'

export function createScenarios(requests: Requests) {
  const post = (which: string, verb: string, body: object): Promise<unknown> =>
    requests.post(`${path}/${encodeURIComponent(which)}/${verb}`, body)

  async function end(which: string, verb: 'stop' | 'reset', body: object): Promise<void> {
    await post(which, verb, body)
  }

  const list = async () => (await requests.json({ path })) as ScenarioList

  async function start(
    given: string | readonly ScenarioStep[],
    options: ScenarioOptions = {},
  ): Promise<OpenScenario> {
    const isName = typeof given === 'string'
    const which = isName ? given : `test-${crypto.randomUUID().slice(0, 8)}`
    const body = isName ? options : { ...options, steps: given }
    const { data } = (await post(which, 'start', body)) as { data: RunningScenario }
    const { name, inbox, ends_at: endsAt } = data
    const place = { inbox: inbox.name }
    return {
      name,
      inbox: inbox.name,
      endsAt,
      async hits() {
        const { running } = (await list()).meta
        return running.find((each) => each.inbox.id === inbox.id)?.hits ?? []
      },
      reset: () => end(which, 'reset', place),
      stop: () => end(which, 'stop', place),
    }
  }

  return {
    list,
    start,
    end: (name: string, { inbox }: ScenarioOptions, verb: 'stop' | 'reset') =>
      end(name, verb, { ...(inbox && { inbox }) }),
  }
}
