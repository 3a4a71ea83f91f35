// Reads what the test runners report. A file that fails before its first test, a runner that ends
// badly and a runner without tests each count as one failure, so that the total never flatters.

import { stripVTControlCharacters } from 'node:util'

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

/** @typedef {{ title: string, why: string, passedLater: boolean }} Failure a test's first error */

/**
 * The tests that failed, and those that did so only on their first try.
 *
 * @type {Record<Format, (report: any) => Failure[]>}
 */
const failures = {
  vitest: (report) =>
    report.testResults.flatMap((/** @type {any} */ { name, message, assertionResults }) => [
      ...(assertionResults.length === 0 && message ? [failure(name, message)] : []),
      ...assertionResults
        .filter((/** @type {any} */ test) => test.failureMessages.length > 0)
        .map((/** @type {any} */ test) =>
          failure(test.fullName, test.failureMessages[0], test.status === 'passed'),
        ),
    ]),
  playwright: (report) => report.suites.flatMap(failedSpecs),
  counts: () => [],
}

/** @param {any} suite @returns {Failure[]} */
function failedSpecs({ specs = [], suites = [] }) {
  const failed = specs.flatMap((/** @type {any} */ { title, tests }) =>
    tests
      .filter((/** @type {any} */ { status }) => ['flaky', 'unexpected'].includes(status))
      .map((/** @type {any} */ { status, results }) =>
        failure(title, results[0].error?.message ?? '', status === 'flaky'),
      ),
  )
  return [...failed, ...suites.flatMap(failedSpecs)]
}

/** @param {string} title @param {string} message @returns {Failure} */
function failure(title, message, passedLater = false) {
  return { title, why: stripVTControlCharacters(message.split('\n')[0] ?? ''), passedLater }
}

/**
 * @param {Format} format
 * @param {string | undefined} text the report, if one was written
 * @param {number} code the runner's exit code
 * @returns {Counts & { problem?: string, failures?: Failure[] }}
 */
export function countReport(format, text, code) {
  const none = { passed: 0, failed: 1, skipped: 0 }
  if (text === undefined) return { ...none, problem: `ended with code ${code} and no report` }
  const report = JSON.parse(text)
  const counts = { ...readers[format](report), failures: failures[format](report) }
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
