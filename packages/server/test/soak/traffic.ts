import { randomInt } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Team } from '@mailstop/contract'
import { inChunks, libraryInClear, libraryWithTls, pipelined, stepByStep } from './clients.ts'
import { trackedMail, type TrackedMail } from './tracked-mail.ts'

const clients = [
  pipelined,
  stepByStep,
  libraryInClear,
  libraryWithTls,
  pipelined,
  stepByStep,
  libraryInClear,
  inChunks,
  pipelined,
]

export type Load = {
  /** How long each client rests after a mail, at most. */
  restMs: number
  bytes: () => number
}

/** Mostly small, as mails are; one in fifty is of 100 KB to 1 MB. */
const variedBytes = () =>
  randomInt(50) === 0 ? randomInt(100_000, 1_000_000) : 200 + randomInt(200) ** 2

/** About as many mails a second as an examination can keep up with. */
export const steady: Load = { restMs: 90, bytes: variedBytes }
/** As much as can be sent, with much to write for each mail. */
export const heavy: Load = { restMs: 0, bytes: () => randomInt(100_000, 1_000_000) }

/**
 * Several clients of several kinds that send to several teams. It remembers all that it sent. A mail
 * whose 250 did not arrive is sent again after a restart, as a real client does, or given up.
 */
export function createTraffic(teams: Team[]) {
  const mails: TrackedMail[] = []
  const refusals = new Map<string, number>()
  let again: TrackedMail[] = []

  /** Resolves when all clients were cut off. */
  async function run(smtpPort: number, load: Load, onAccepted = () => {}): Promise<void> {
    const underWay = new Set<TrackedMail>()

    function take(teamId: number): TrackedMail {
      const index = again.findIndex((mail) => mail.teamId === teamId)
      const mail = (index < 0 ? undefined : again.splice(index, 1)[0]) ?? created(teamId)
      underWay.add(mail)
      return mail
    }

    function created(teamId: number): TrackedMail {
      const mail = trackedMail(teamId, load.bytes())
      mails.push(mail)
      return mail
    }

    async function send(index: number): Promise<void> {
      const team = teams[index % teams.length] as Team
      await clients[index % clients.length]?.({
        smtpPort,
        team,
        async next() {
          if (load.restMs > 0) await delay(randomInt(load.restMs))
          return take(team.id)
        },
        accepted(mail, id) {
          mail.ids.push(id)
          mail.source = null
          underWay.delete(mail)
          onAccepted()
        },
        refused: (reply) => void refusals.set(reply, (refusals.get(reply) ?? 0) + 1),
      })
    }

    await Promise.all(clients.map((_, index) => send(index)))
    for (const mail of underWay) {
      if (randomInt(2) === 0) again.push(mail)
      else mail.source = null
    }
  }

  return { mails, refusals, run }
}
