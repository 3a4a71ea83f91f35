export const print = (line: string): void => void process.stdout.write(`${line}\n`)

export const remark = (line: string): void => void process.stderr.write(`${line}\n`)

/** Besides 1, failed, and 2, wrong usage: the rest of what was asked for was done, and what was not is named. */
export const exitCodes = { inPart: 3 }

export class CommandFailure extends Error {}

export function fail(lines: readonly string[]): never {
  process.stderr.write(`${lines.join('\n')}\n`)
  process.exit(1)
}

export function failUsage(lines: readonly string[]): never {
  process.stderr.write(`${lines.join('\n')}\n`)
  process.exit(2)
}

/** Rows in columns as wide as their widest cell. A count that is missing is 0. */
export function printTable(rows: readonly (readonly (string | number | null)[])[]): void {
  const texts = rows.map((row) => row.map((cell) => String(cell ?? 0)))
  const widths = (texts[0] ?? []).map((_, column) =>
    texts.reduce((most, row) => Math.max(most, row[column]?.length ?? 0), 0),
  )
  for (const row of texts) {
    print(
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
  }
}
