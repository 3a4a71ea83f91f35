import { createEvents } from '../../src/events.ts'

/** Events whose listeners may not fail. */
export const strictEvents = () =>
  createEvents((error) => {
    throw error
  })
