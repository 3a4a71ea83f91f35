/** Calls `work` once; what it returns cancels it. */
export const later = (work: () => void, ms: number): (() => void) => {
  const timer = setTimeout(work, ms)
  return () => clearTimeout(timer)
}
