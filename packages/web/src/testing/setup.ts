import { cleanup, configure } from '@testing-library/react'
import { toast } from 'sonner'
import { afterEach, vi } from 'vitest'

// The first test of a file loads the screen's chunks, which a busy machine takes its time for.
configure({ asyncUtilTimeout: 15_000 })

// Each test starts in a browser that nobody has used yet.
afterEach(() => {
  cleanup()
  toast.dismiss()
  vi.unstubAllGlobals()
  localStorage.clear()
  for (const cookie of document.cookie.split('; ')) {
    document.cookie = `${cookie.split('=')[0]}=; path=/; expires=Thu, 01 Jan 1970 00:00:00 GMT`
  }
  document.documentElement.className = ''
})
