/** Modules that turn caught mail into rows of their own (`db/caught-mail.ts`). */
export const caughtMailSubscribers = [
  new URL('./features/forwarding/caught-mail-store.ts', import.meta.url).href,
]
