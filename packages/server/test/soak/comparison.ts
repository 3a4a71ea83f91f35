import type { TrackedMail } from './tracked-mail.ts'

/** A mail as the product's list shows it. */
export type ListedMail = { teamId: number; id: number; subject: string; size: number }

export type Comparison = {
  accepted: number
  kept: number
  /** Kept once more because its 250 was lost and its client sent it again. */
  keptAgain: number
  /** What is wrong, in a sentence each. */
  faults: string[]
}

/** Whether each mail that got its 250 is listed under that id, and no mail more often than it was sent. */
export function compareKept(sent: TrackedMail[], listed: ListedMail[]): Comparison {
  const faults: string[] = []
  const byId = new Map(listed.map((mail) => [mail.id, mail]))
  const byToken = Map.groupBy(listed, ({ subject }) => subject.split(' ').at(-1) ?? '')
  const tokens = new Set(sent.map(({ token }) => token))
  if (byId.size !== listed.length) faults.push(`${listed.length - byId.size} ids are listed twice`)
  for (const { subject, id } of listed) {
    const token = subject.split(' ').at(-1) ?? ''
    if (!tokens.has(token)) faults.push(`mail ${id} (${subject}) was never sent`)
  }
  let keptAgain = 0
  for (const { token, teamId, bytes, attempts, ids } of sent) {
    for (const id of ids) {
      const mail = byId.get(id)
      if (mail?.teamId !== teamId || !mail.subject.endsWith(token)) {
        faults.push(`lost: mail ${id} (${token}) got its 250`)
      }
    }
    const kept = byToken.get(token) ?? []
    keptAgain += Math.max(0, kept.length - 1)
    if (kept.length > attempts) {
      faults.push(`mail ${token} was sent ${attempts} times and kept ${kept.length} times`)
    }
    for (const { id, size } of kept) {
      if (size !== bytes) faults.push(`mail ${id} (${token}) has ${size} bytes of ${bytes}`)
    }
  }
  const accepted = sent.filter(({ ids }) => ids.length > 0).length
  return { accepted, kept: listed.length, keptAgain, faults }
}
