import { usualPatience, type Requests } from './request.ts'
import type { Drill, DrillReport, ScenarioStep } from './types.ts'

export type DrillOptions = {
  /** The name of an inbox; the first one without it. */
  inbox?: string
  /** How long SMTP fails; three minutes without it. */
  seconds?: number
  /** How long retries are awaited after that; five minutes without it. */
  watchSeconds?: number
  /** The same seed fails the same mails. */
  seed?: string
  /** A field by which the app names its mails, where it makes another Message-ID each time. */
  header?: string
}

export type OpenDrill = {
  readonly id: number
  readonly name: string
  readonly inbox: string
  readonly endsAt: string
  readonly reportedAt: string
  /** Waits until the drill has ended. */
  report(): Promise<DrillReport>
  /** What is known so far. */
  soFar(): Promise<DrillReport>
  /** The report as Markdown or JUnit. */
  text(format: 'markdown' | 'junit'): Promise<string>
  /** Ends it now. */
  end(): Promise<DrillReport>
}

const path = 'teams/current/drills'
/** Ends well before the client gives up on an answer. */
const waitSeconds = usualPatience / 2_000

type Answer = { data: Drill & { report: DrillReport; text?: string } }

export function createDrills(requests: Requests) {
  return async function start(
    given: string | readonly ScenarioStep[],
    { inbox, seconds, watchSeconds, seed, header }: DrillOptions = {},
  ): Promise<OpenDrill> {
    const what =
      typeof given === 'string'
        ? { scenario: given }
        : { scenario: `drill-${crypto.randomUUID().slice(0, 8)}`, steps: given }
    const body = { ...what, inbox, seconds, watch_seconds: watchSeconds, seed, header }
    const { data } = (await requests.post(path, body, { once: true })) as { data: Drill }
    const get = async (query: string) =>
      ((await requests.json({ path: `${path}/${data.id}?${query}` })) as Answer).data
    return {
      id: data.id,
      name: data.name,
      inbox: data.inbox.name,
      endsAt: data.ends_at,
      reportedAt: data.reported_at,
      async report() {
        for (;;) {
          const { state, report } = await get(`wait=${waitSeconds}`)
          if (state === 'ended') return report
          // The server answers at once where many wait.
          await new Promise((resolve) => setTimeout(resolve, 1_000))
        }
      },
      soFar: async () => (await get('')).report,
      text: async (format) => (await get(`format=${format}`)).text ?? '',
      end: async () => ((await requests.post(`${path}/${data.id}/end`, {})) as Answer).data.report,
    }
  }
}
