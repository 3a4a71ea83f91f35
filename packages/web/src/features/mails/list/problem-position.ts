/** Where in a search the server found a problem, counted from 1; null when it does not say. */
export function problemPosition(problem: string): number | null {
  const digits = /at character (\d{1,6})\.?$/.exec(problem)?.[1]
  return digits === undefined ? null : Math.max(1, Number(digits))
}
