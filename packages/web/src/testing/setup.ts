import { cleanup, configure, prettyDOM } from '@testing-library/react'
import { afterEach, beforeEach, vi } from 'vitest'

// The first test of a file loads the chunks of the screen, which is slow on a busy machine.
configure({
  asyncUtilTimeout: 15_000,
  // A wait fails many times before it succeeds, and the page is printed for its last error alone: to
  // print it for each took a third of the time of some files.
  getElementError(message, container) {
    const error = new Error()
    error.name = 'TestingLibraryElementError'
    return Object.defineProperty(error, 'message', {
      get: () => [message, prettyDOM(container)].filter(Boolean).join('\n\n'),
      configurable: true,
    })
  },
})

// React reports mistakes to the console: a state change outside of act, two children with one key.
const written: unknown[][] = []
beforeEach(() => {
  for (const level of ['error', 'warn'] as const) {
    vi.spyOn(console, level).mockImplementation((...said: unknown[]) => void written.push(said))
  }
})

// Each test starts in a fresh browser. A test that writes to the console fails.
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  localStorage.clear()
  for (const cookie of document.cookie.split('; ')) {
    document.cookie = `${cookie.split('=')[0]}=; path=/; expires=Thu, 01 Jan 1970 00:00:00 GMT`
  }
  document.documentElement.className = ''
  const [said] = written.splice(0)
  if (said) throw new Error(`In the console: ${said.map(String).join(' ')}`)
})
