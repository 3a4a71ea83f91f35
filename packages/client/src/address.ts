/** Makes new addresses. Every address is caught, so nothing has to be created. */

const letters = 'abcdefghijklmnopqrstuvwxyz0123456789'

export type AddressOptions = {
  /** The part in front of the dot: what a reader of the inbox recognizes. */
  name?: string | undefined
  /** The number of a worker, for readers as well. */
  worker?: string | number | undefined
}

export function createAddresses(domain: string) {
  // Not the id of a CI job: a job that is run again has the same.
  const run = randomLetters(8)
  let made = 0

  return function address({ name = 'test', worker }: AddressOptions = {}): string {
    made += 1
    const parts = worker === undefined ? [run, made] : [run, worker, made]
    // Not behind a plus, which would make a tag of each address.
    return `${localPart(name)}.${parts.join('-')}@${domain}`
  }
}

/** Letters, digits and hyphens, so that an app accepts it. */
function localPart(name: string): string {
  const plain = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[\u0300-\u036F]/g, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 32)
    .replaceAll(/^-+|-+$/g, '')
  return plain || 'test'
}

function randomLetters(count: number): string {
  const bytes = crypto.getRandomValues(new Uint8Array(count))
  return Array.from(bytes, (byte) => letters[byte % letters.length]).join('')
}
