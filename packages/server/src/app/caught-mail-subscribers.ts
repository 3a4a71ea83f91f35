export const caughtMailSubscribers = [
  new URL('../features/forwarding/delivery/caught-mail-store.ts', import.meta.url).href,
]
