export type Finding = {
  check: string
  level: 'ok' | 'warn' | 'fail'
  text: string
  advice?: string
}

export const well = (check: string, text: string): Finding => ({ check, level: 'ok', text })

export const doubtful = (check: string, text: string, advice: string): Finding => ({
  check,
  level: 'warn',
  text,
  advice,
})

export const broken = (check: string, text: string, advice: string): Finding => ({
  check,
  level: 'fail',
  text,
  advice,
})

export function linesOf(findings: Finding[]): string[] {
  const width = Math.max(...findings.map(({ check }) => check.length))
  return findings.flatMap(({ level, check, text, advice }) => {
    const line = `${level.padEnd(5)} ${check.padEnd(width)}  ${text}`
    return advice === undefined ? [line] : [line, `${' '.repeat(width + 8)}${advice}`]
  })
}

export const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  // With several addresses, each has an error of its own.
  if (error instanceof AggregateError && error.message === '') return reasonOf(error.errors[0])
  return error.message
}
