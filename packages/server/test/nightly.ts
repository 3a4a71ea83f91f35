/** `npm run test:nightly` measures closely and tries much; `npm test` has little time and a busy machine. */
// oxlint-disable-next-line no-process-env -- read by tests only; the product has one reader
export const isNightly = process.env['NIGHTLY'] === '1'
