/** How much work a walk over the parts of a mail may take. */
export type WalkLimits = {
  parts: number
  depth: number
  /** The headers of all parts together. */
  headerBytes: number
  /** How often the mail's bytes may be searched for boundaries, as each level of nesting does. */
  passes: number
  /** Places that look like a boundary and may be none. */
  candidates: number
  /** How far a boundary of less than five bytes is searched, because that may be slow. */
  shortBoundaryBytes: number
}

/** The same when a mail is caught and when it is opened, so that the list and the open mail agree. */
export const structureLimits: WalkLimits = {
  parts: 2_000,
  depth: 50,
  headerBytes: 1024 * 1024,
  passes: 5,
  candidates: 20_000,
  shortBoundaryBytes: 2 * 1024 * 1024,
}

/** What is left of the limits; `spent` once something was skipped because of them. */
export type WalkBudget = {
  parts: number
  headerBytes: number
  searchedBytes: number
  candidates: number
  readonly depth: number
  readonly shortBoundaryBytes: number
  spent: boolean
}

export function createBudget({ passes, ...limits }: WalkLimits, bytes: number): WalkBudget {
  return { ...limits, searchedBytes: passes * bytes + 1, spent: false }
}
