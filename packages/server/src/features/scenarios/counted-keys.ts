import { hash } from 'node:crypto'

const dayMs = 24 * 60 * 60_000
/** Different keys that a person counts in a day; more of them count as one, so that no client fills the table. */
const keysPerPerson = 50_000
/** Keys that are remembered of all people; beyond that, those of the people with the most are forgotten. */
const mostKeys = 200_000

export const shortKey = (key: string): string => hash('sha256', key, 'base64').slice(0, 24)

type Person = { since: number; counted: number; keys: Set<string> }

/**
 * Which keys each person may count by themselves. A row stays for up to a day, so what a person has counted is given
 * back by the next day alone: not by another run, nor by keys that were forgotten.
 */
export function createCountedKeys(now: () => number) {
  const people = new Map<string, Person>()
  let remembered = 0

  function personOf(user: string): Person {
    const known = people.get(user)
    if (known && now() - known.since < dayMs) return known
    forgetKeys(known)
    const person = { since: now(), counted: 0, keys: new Set<string>() }
    people.set(user, person)
    return person
  }

  function forgetKeys(person: Person | undefined): void {
    remembered -= person?.keys.size ?? 0
    person?.keys.clear()
  }

  /** Half at once, so that many people with few keys each are not looked through for every key. */
  function forgetMost(): void {
    const largest = [...people.values()].toSorted((one, other) => other.keys.size - one.keys.size)
    for (const person of largest) if (remembered > mostKeys / 2) forgetKeys(person)
  }

  return {
    /** The key, shortened; null where the person has too many. */
    bounded(user: string, key: string): string | null {
      const person = personOf(user)
      const own = shortKey(key)
      if (person.keys.has(own)) return own
      if (person.counted >= keysPerPerson) return null
      person.keys.add(own)
      person.counted += 1
      remembered += 1
      if (remembered > mostKeys) forgetMost()
      return own
    },
    /** Frees what is kept of people whose day is over. */
    removeEnded(): void {
      for (const [user, person] of people) {
        if (now() - person.since < dayMs) continue
        forgetKeys(person)
        people.delete(user)
      }
    },
  }
}
