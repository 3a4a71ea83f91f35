import { expect } from 'vitest'

/** Waits for an element, which then has to be in the page still. */
export async function expectShown(found: Promise<Element>): Promise<void> {
  expect((await found).isConnected).toBe(true)
}
