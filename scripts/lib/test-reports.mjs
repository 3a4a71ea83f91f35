// Reads what the test runners report. A file that fails before its first test, a runner that ends
// badly and a runner without tests each count as one failure, so that the total never flatters.

/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */

/** @type {Record<'vitest' | 'playwright' | 'counts', (report: any) => Counts>} */
const readers = {
  vitest: (report) => ({
    passed: report.numPassedTests,
    failed:
      report.numFailedTests +
      report.testResults.filter(
        (/** @type {any} */ file) => file.status === 'failed' && file.assertionResults.length === 0,
      ).length,
    skipped: report.numPendingTests + report.numTodoTests,
  }),
  playwright: ({ stats }) => ({
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    skipped: stats.skipped,
  }),
  counts: (report) => report,
}

/**
 * @param {'vitest' | 'playwright' | 'counts'} format
 * @param {string | undefined} text the report, if one was written
 * @param {number} code the runner's exit code
 * @returns {Counts & { problem?: string }}
 */
export function countReport(format, text, code) {
  const none = { passed: 0, failed: 1, skipped: 0 }
  if (text === undefined) return { ...none, problem: `ended with code ${code} and no report` }
  const counts = readers[format](JSON.parse(text))
  if (counts.passed + counts.failed === 0) {
    return { ...counts, failed: 1, problem: 'executed no tests' }
  }
  if (code !== 0 && counts.failed === 0) {
    return { ...counts, failed: 1, problem: `ended with code ${code} although no test failed` }
  }
  return counts
}

/** @param {Counts[]} all @returns {Counts} */
export function sum(all) {
  return all.reduce(
    (total, { passed, failed, skipped }) => ({
      passed: total.passed + passed,
      failed: total.failed + failed,
      skipped: total.skipped + skipped,
    }),
    { passed: 0, failed: 0, skipped: 0 },
  )
}
