/** What the bytes of a team's quota count of one mail. Pure. */
export type Chargeable = {
  /** Bytes of the source. */
  size: number
  /** Bytes of the column `envelope_to`. */
  envelope_bytes: number
}

/** Bytes of recipients that cost nothing, as many as a usual mail has. */
export const freeBytes = 1_024

/**
 * How often the recipients of the envelope are stored: as they are, as keys, as facts and as words of the
 * search.
 */
export const copies = 4

/**
 * Computed from columns that never change, so that what a mail added is what it takes away. A migration must count
 * again when this changes (`033-charged-envelopes.ts`).
 */
export const chargeOf = ({ size, envelope_bytes }: Chargeable): number =>
  size + copies * Math.max(0, envelope_bytes - freeBytes)
