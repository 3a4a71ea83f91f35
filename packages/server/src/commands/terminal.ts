/** Shows a line to the person at the terminal. The log goes to standard error. */
export const print = (line: string): void => void process.stdout.write(`${line}\n`)

/** Ends the process with exit code 1. */
export function fail(lines: readonly string[]): never {
  process.stderr.write(`${lines.join('\n')}\n`)
  process.exit(1)
}
