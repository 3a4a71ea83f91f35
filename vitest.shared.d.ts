/**
 * A machine that stalls for a moment is no fault, so a failed test is tried once more, and `npm test`
 * names whatever needed that. A property that has found a counterexample is not: the next seed may
 * miss it.
 */
export declare const secondTry: {
  count: number
  condition: RegExp
}
