/**
 * HTML that tries to run, fetch, navigate or open something. Each host below `.test` is replaced by a
 * host that is watched. A script that runs calls `alert`.
 */
export type Payload = {
  name: string
  html: string
  /** It needs the mouse or the keyboard of the reader. */
  byHand?: boolean
}
