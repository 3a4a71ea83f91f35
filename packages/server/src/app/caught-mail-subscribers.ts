/** Modules that turn caught mail into rows of their own (`db/mail/caught-mail.ts`). */
export const caughtMailSubscribers = [
  new URL('../features/forwarding/delivery/caught-mail-store.ts', import.meta.url).href,
]
