/** A number that the caller of a long test may choose by a variable of the environment. */
export function setting(name: string, usual: number): number {
  // oxlint-disable-next-line no-process-env -- read by tests only; the product has one reader
  const value = Number(process.env[name] ?? usual)
  if (!Number.isFinite(value) || value <= 0) throw new Error(`${name} must be a number above 0`)
  return value
}
