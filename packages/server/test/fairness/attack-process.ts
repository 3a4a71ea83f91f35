import { createApiClient } from '../api-client.ts'
import { attacks } from './cases.ts'
import type { Attacker } from './attacks.ts'

/** Attacks in a process of its own, so that it does not hold up what is measured, until it is killed. */
type Order = {
  attack: keyof typeof attacks
  origin: string
  attackers: (Omit<Attacker, 'api'> & { cookies: [string, string][] })[]
}

process.on('message', ({ attack, origin, attackers }: Order) => {
  const signedIn = attackers.map(({ cookies, ...rest }) => {
    const api = createApiClient(origin)
    for (const [name, value] of cookies) api.cookies.set(name, value)
    return { ...rest, api }
  })
  void attacks[attack](signedIn).then(() => process.send?.('attacking'))
})
