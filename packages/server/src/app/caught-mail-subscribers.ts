export const caughtMailSubscribers = [
  new URL('../features/forwarding/delivery/caught-mail-store.ts', import.meta.url).href,
  new URL('../features/webhooks/caught-mail-store.ts', import.meta.url).href,
]
