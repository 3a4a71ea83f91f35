// Reads what the test runners report. A file that fails before its first test, a runner that ends
// badly and a runner without tests each count as one failure, so that the total never flatters.

/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */
/** @typedef {'vitest' | 'playwright' | 'counts'} Format */

/** @type {Record<Format, (report: any) => Counts>} */
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
 * What failed and passed on its second try.
 *
 * @type {Record<Format, (report: any) => { title: string, why: string }[]>}
 */
const secondTries = {
  vitest: (report) =>
    report.testResults
      .flatMap((/** @type {any} */ file) => file.assertionResults)
      .filter((/** @type {any} */ test) => test.status === 'passed' && test.failureMessages.length)
      .map((/** @type {any} */ test) => ({ title: test.fullName, why: test.failureMessages[0] })),
  playwright: (report) => report.suites.flatMap(flakySpecs),
  counts: () => [],
}

/** @param {any} suite @returns {{ title: string, why: string }[]} */
function flakySpecs({ specs = [], suites = [] }) {
  const flaky = specs.flatMap((/** @type {any} */ { title, tests }) =>
    tests
      .filter((/** @type {any} */ { status }) => status === 'flaky')
      .map((/** @type {any} */ { results }) => ({ title, why: results[0].error?.message ?? '' })),
  )
  return [...flaky, ...suites.flatMap(flakySpecs)]
}

/**
 * @param {Format} format
 * @param {string | undefined} text the report, if one was written
 * @param {number} code the runner's exit code
 * @returns {Counts & { problem?: string, secondTries?: { title: string, why: string }[] }}
 */
export function countReport(format, text, code) {
  const none = { passed: 0, failed: 1, skipped: 0 }
  if (text === undefined) return { ...none, problem: `ended with code ${code} and no report` }
  const report = JSON.parse(text)
  const counts = { ...readers[format](report), secondTries: secondTries[format](report) }
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
