const forwarding = new URL('../features/forwarding/delivery/caught-mail-store.ts', import.meta.url)
const webhooks = new URL('../features/webhooks/caught-mail-store.ts', import.meta.url)

export const caughtMailSubscribers = [forwarding.href, webhooks.href]

/** A server that sends no webhooks writes no rows for them. */
export const caughtMailSubscribersOf = ({ hasWebhooks }: { hasWebhooks: boolean }): string[] =>
  hasWebhooks ? caughtMailSubscribers : [forwarding.href]
