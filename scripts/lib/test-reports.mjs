// Reads what the test runners report. A file that fails before its first test, a runner that ends
// badly and a runner without tests each count as one failure, so that the total never flatters.

import { stripVTControlCharacters } from 'node:util'

/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */
/** @typedef {'vitest' | 'playwright' | 'counts'} Format */

/**
 * What a runner left behind. Each part is counted alone: a suite of which nothing was executed must
 * not hide behind another of the same run.
 *
 * @typedef {{ format: Format, code: number, text: string | undefined, parts: Part[] }} Report
 * @typedef {{ name: string, folders?: string[] }} Part folders of `packages`; without them, all of the report
 */

/** @type {Record<Format, (report: any) => Counts>} */
const readers = {
  vitest: ({ testResults }) => {
    const tests = testResults.flatMap((/** @type {any} */ file) => file.assertionResults)
    const count = (/** @type {string[]} */ ...statuses) =>
      tests.filter((/** @type {any} */ { status }) => statuses.includes(status)).length
    const brokenFiles = testResults.filter(
      (/** @type {any} */ file) => file.status === 'failed' && file.assertionResults.length === 0,
    )
    return {
      passed: count('passed'),
      failed: count('failed') + brokenFiles.length,
      skipped: count('skipped', 'pending', 'todo', 'disabled'),
    }
  },
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
 * @param {Report} report
 * @returns {(Counts & { name: string, problem?: string, failures?: Failure[] })[]} one of each part
 */
export function countReport({ format, code, text, parts }) {
  if (text === undefined) {
    const problem = `ended with code ${code} and no report`
    return parts.map(({ name }) => ({ name, passed: 0, failed: 1, skipped: 0, problem }))
  }
  const whole = JSON.parse(text)
  const isExplained = code === 0 || readers[format](whole).failed > 0
  return parts.map(({ name, folders }) => {
    const report = folders ? within(folders, whole) : whole
    const counts = { name, ...readers[format](report), failures: failures[format](report) }
    if (counts.passed + counts.failed === 0) {
      return { ...counts, failed: 1, problem: 'executed no tests' }
    }
    if (!isExplained) {
      return { ...counts, failed: 1, problem: `ended with code ${code} although no test failed` }
    }
    return counts
  })
}

/** Vitest's report of the tests in these folders of `packages`. @param {string[]} folders @param {any} report */
function within(folders, report) {
  return {
    ...report,
    testResults: report.testResults.filter((/** @type {any} */ { name }) =>
      folders.some((folder) => name.includes(`/packages/${folder}/`)),
    ),
  }
}

/** The files of tests, or the journeys, the slowest first. @param {Report} report @returns {{ title: string, ms: number }[]} */
export function bySlowness({ format, text }) {
  if (text === undefined || format === 'counts') return []
  const report = JSON.parse(text)
  const all = format === 'vitest' ? report.testResults.map(timeOfFile) : timesOfJourneys(report)
  return all.toSorted((/** @type {any} */ a, /** @type {any} */ b) => b.ms - a.ms)
}

/** @param {any} file */
function timeOfFile({ name, startTime, endTime }) {
  return { title: name.replace(/^.*\/packages\//, ''), ms: endTime - startTime }
}

/** @param {any} suite @returns {{ title: string, ms: number }[]} */
function timesOfJourneys({ specs = [], suites = [] }) {
  const own = specs.map((/** @type {any} */ { title, file, tests }) => ({
    title: `${file}: ${title}`,
    ms: tests
      .flatMap((/** @type {any} */ { results }) => results)
      .reduce(
        (/** @type {number} */ total, /** @type {any} */ { duration }) => total + duration,
        0,
      ),
  }))
  return [...own, ...suites.flatMap(timesOfJourneys)]
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
