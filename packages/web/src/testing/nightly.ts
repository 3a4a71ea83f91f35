/** `npm run test:nightly` tries every row of a table; `npm test` has little time. */
// oxlint-disable-next-line no-process-env -- read by tests only; the app has no environment
const isNightly = process.env['NIGHTLY'] === '1'

/** By day some of them, spread over all: those of one kind stand beside each other. */
export const someByDay = <T>(all: readonly T[], oneIn: number): T[] =>
  all.filter((_, place) => isNightly || place % oneIn === 0)
