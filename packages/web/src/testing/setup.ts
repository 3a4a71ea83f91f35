import { cleanup, configure } from '@testing-library/react'
import { afterEach, beforeEach, vi } from 'vitest'

// The first test of a file loads the chunks of the screen, which is slow on a busy machine.
configure({ asyncUtilTimeout: 15_000 })

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
