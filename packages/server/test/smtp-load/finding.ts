/** One number of a load test and what it must not exceed, or must reach. */
export type Finding = { what: string; measured: number; unit: string } & (
  | { atMost: number }
  | { atLeast: number }
  | { exactly: number }
)

export function holds(finding: Finding): boolean {
  if ('atMost' in finding) return finding.measured <= finding.atMost
  if ('atLeast' in finding) return finding.measured >= finding.atLeast
  return finding.measured === finding.exactly
}

export function line(finding: Finding): string {
  const { what, measured, unit } = finding
  const number = (value: number) => value.toLocaleString('en-US', { maximumFractionDigits: 2 })
  const limit =
    'atMost' in finding
      ? `at most ${number(finding.atMost)}`
      : 'atLeast' in finding
        ? `at least ${number(finding.atLeast)}`
        : `exactly ${number(finding.exactly)}`
  return `${holds(finding) ? 'ok  ' : 'FAIL'}  ${what}: ${number(measured)} ${unit} (${limit})`
}
