/**
 * Collects what a test of a package found out: one line for each fact, and a last line that counts them.
 */
export function createReport() {
  let passed = 0
  let failed = 0

  /** @param {string} fact @param {boolean} holds @param {string} [details] shown when it does not hold */
  function check(fact, holds, details) {
    if (holds) passed += 1
    else failed += 1
    console.log(`${holds ? 'ok    ' : 'FAILED'} ${fact}`)
    if (!holds && details) console.log(details.trimEnd().replaceAll(/^/gm, '         '))
    return holds
  }

  return {
    check,
    say: (/** @type {string} */ line) => console.log(`       ${line}`),
    /** Prints the counts and returns the exit code. */
    end() {
      console.log(`\n${passed} passed, ${failed} failed`)
      return failed > 0 || passed === 0 ? 1 : 0
    },
  }
}
