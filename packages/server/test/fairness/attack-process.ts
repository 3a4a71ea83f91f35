import { createApiClient } from '../clients/api-client.ts'
import { attacks } from './cases.ts'
import type { Attacker } from './attacks.ts'

/** Attacks in a process of its own, so that it does not hold up what is measured, until it is killed. */
type Order = {
  attack: keyof typeof attacks
  origin: string
  attackers: (Omit<Attacker, 'api'> & {
    cookies: [string, string][]
    headers: Record<string, string>
  })[]
}

process.on('message', (order: Order) => void begin(order))

async function begin({ attack, origin, attackers }: Order): Promise<void> {
  const signedIn = attackers.map(({ cookies, headers, ...rest }) => {
    const api = createApiClient(origin, headers)
    for (const [name, value] of cookies) api.cookies.set(name, value)
    return { ...rest, api }
  })
  const { lost = () => 0 } = await attacks[attack](signedIn)
  process.send?.({ lost: lost() })
  setInterval(() => process.send?.({ lost: lost() }), 500)
}
