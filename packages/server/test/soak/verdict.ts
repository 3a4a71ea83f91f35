const mostNamed = 20

/** The last line of a long test, and its exit code. */
export function verdict(what: string, faults: string[]): never {
  for (const fault of faults.slice(0, mostNamed)) process.stdout.write(`  ${fault}\n`)
  if (faults.length > mostNamed) process.stdout.write(`  and ${faults.length - mostNamed} more\n`)
  process.stdout.write(`${what}: ${faults.length === 0 ? '1 passed, 0 failed' : '0 passed, 1 failed'}\n`)
  process.exit(faults.length === 0 ? 0 : 1)
}
