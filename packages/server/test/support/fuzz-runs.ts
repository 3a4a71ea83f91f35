import { isNightly } from '../nightly.ts'

/** How many cases a random test tries: few by default, many when FUZZ_RUNS asks for them. */
export function fuzzRuns(usual: number, atNight = usual): number {
  // oxlint-disable-next-line no-process-env -- read by tests only; the product has one reader
  return Number(process.env['FUZZ_RUNS'] ?? (isNightly ? atNight : usual))
}
