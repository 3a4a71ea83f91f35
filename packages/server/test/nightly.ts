/** `npm run test:nightly` measures closely and tries much; `npm test` has little time and a busy machine. */
// oxlint-disable-next-line no-process-env -- read by tests only; the product has one reader
export const isNightly = process.env['NIGHTLY'] === '1'

/** By day some of them, spread over all: those of one kind stand beside each other. */
export const someByDay = <T>(all: readonly T[], oneIn: number): T[] =>
  all.filter((_, place) => isNightly || place % oneIn === 0)
