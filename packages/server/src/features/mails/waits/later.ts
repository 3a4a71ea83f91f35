/** Runs `work` after `ms`; returns what cancels it. */
export type Later = (work: () => void, ms: number) => () => void
