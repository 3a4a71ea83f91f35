/** A search as it was written; `meaning.ts` says which mail it selects. */
export type SearchTree =
  | { kind: 'and'; parts: SearchTree[] }
  | { kind: 'or'; parts: SearchTree[] }
  | { kind: 'not'; part: SearchTree }
  | SearchTerm

export type SearchTerm =
  /** Without a field, it is searched in all texts of the mail. The last word of a phrase is a whole word. */
  | { kind: 'text'; field: TextField | null; text: string; phrase: boolean }
  | { kind: 'tag'; key: string }
  /** The name of an inbox in lower case. */
  | { kind: 'in'; key: string }
  /** The name of a guard that it breaks, or `any`. */
  | { kind: 'guard'; name: string }
  | { kind: 'check'; what: (typeof verdicts)[number] }
  /** `text` is null for any value. */
  | { kind: 'header'; name: string; text: string | null; phrase: boolean }
  | { kind: 'has'; what: (typeof things)[number] }
  | { kind: 'is'; what: (typeof states)[number] }
  | { kind: 'larger' | 'smaller'; bytes: number }
  /** Received from the beginning of a day on, or until then; a day as `days.ts` writes it. */
  | { kind: 'after' | 'before'; day: string }
  /** Received, or dated by its Date header, on these days, the first and the last included. */
  | { kind: 'on' | 'dated'; from: string | null; to: string | null }
  | { kind: 'newer_than' | 'older_than'; amount: number; unit: AgeUnit }

export const textFields = ['from', 'to', 'cc', 'subject', 'body', 'login'] as const
export type TextField = (typeof textFields)[number]

export const things = ['attachment', 'link'] as const
export const verdicts = ['fail', 'warn', 'pass'] as const
export const states = ['unread', 'read', 'flagged'] as const

/** Milliseconds; months and years are 30 and 365 days. */
export const ageUnits = {
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
  m: 2_592_000_000,
  y: 31_536_000_000,
} as const
export type AgeUnit = keyof typeof ageUnits

/** What is wrong with a search, and where: counted from 1, in UTF-16 units. */
export type SearchProblem = { problem: string; position: number }

export const problemText = ({ problem, position }: SearchProblem) =>
  `${problem} at character ${position}`
