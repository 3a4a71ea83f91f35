import type { FeatureDeps } from '../feature-deps.ts'
import { showFigure, type Meter } from '../../lib/process/meter.ts'
import { countLivingInboxes } from './inbox-store.ts'

const inboxes = {
  name: 'mailstop_inboxes',
  help: 'Inboxes of all teams by state, of all processes: those that take mail, and those that are archived. Counted once a minute at most.',
  label: 'state',
}

/** Each count goes through all inboxes of the store. */
const rememberedMs = 60_000

export function measureInboxes(meter: Meter, { db, now }: Pick<FeatureDeps, 'db' | 'now'>): void {
  let known: { at: number; count: ReturnType<typeof countLivingInboxes> } | null = null

  function counted() {
    if (known && Math.abs(now() - known.at) < rememberedMs) return known.count
    const asked = { at: now(), count: countLivingInboxes(db.longReads) }
    known = asked
    // One that failed is not remembered.
    asked.count.catch(() => {
      if (known === asked) known = null
    })
    return asked.count
  }

  showFigure(meter, inboxes, async () => {
    const { all, archived } = await counted()
    return [
      ['working', all - archived],
      ['archived', archived],
    ]
  })
}
