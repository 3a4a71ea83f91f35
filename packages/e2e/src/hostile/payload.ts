/**
 * HTML that tries to run, fetch, navigate or open something. Whatever host it names below `.test`
 * stands for one that is watched; whatever it runs, it says `alert`.
 */
export type Payload = {
  name: string
  html: string
  /** It waits for the reader's mouse or keyboard. */
  byHand?: boolean
}
