import type { RecentFrame, ServerEvents } from '@mailstop/contract'

/**
 * The newest frames of each channel. A browser fetches what it shows before it joins the channel: the
 * frames of that moment are in the reply to its join, so that it does not have to fetch everything again.
 */
const framesPerChannel = 20
const mostChannels = 1_000

type Frame<Name extends keyof ServerEvents> = {
  name: Name
  event: Parameters<ServerEvents[Name]>[0]
}
type History = { frames: (Frame<keyof ServerEvents> & { at: number })[]; completeSince: number }

export function createRecentFrames(now: () => number) {
  const histories = new Map<string, History>()
  /** The same for a channel without a history: no frame was sent on it after this moment. */
  let completeSince = now()

  return {
    add<Name extends keyof ServerEvents>(channel: string, frame: Frame<Name>): void {
      const history = histories.get(channel) ?? { frames: [], completeSince }
      // The channels stay in the order of their newest frames.
      histories.delete(channel)
      histories.set(channel, history)
      history.frames.push({ ...frame, at: now() })
      if (history.frames.length > framesPerChannel) {
        history.completeSince = history.frames.shift()?.at ?? completeSince
      }
      if (histories.size <= mostChannels) return
      const [[oldest, dropped] = []] = histories
      if (oldest !== undefined) histories.delete(oldest)
      completeSince = dropped?.frames.at(-1)?.at ?? completeSince
    },
    of(channel: string): { recent: RecentFrame[]; complete_ms: number } {
      const history = histories.get(channel) ?? { frames: [], completeSince }
      const time = now()
      const recent = history.frames.map(({ at, ...frame }) => ({ ...frame, ago_ms: time - at }))
      return { recent: recent as RecentFrame[], complete_ms: time - history.completeSince }
    },
    /** Frames were lost. */
    forget(): void {
      histories.clear()
      completeSince = now()
    },
  }
}
