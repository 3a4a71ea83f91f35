import { useState } from 'react'
import { readStored, store } from '../../lib/stored.ts'
import type { Credentials } from './credentials.ts'

/** Always as many dots, so that they do not tell how long the secret is. */
export const hiddenSecret = '•'.repeat(12)

/** Letters and digits, which every language leaves as they are. */
const placeholder = 'hidden9f27c4password'

/** Code as it may be shown: filled in whole, or with dots where its secret is. */
export function shownCode(
  code: (credentials: Credentials) => string,
  credentials: Credentials,
  revealed: boolean,
): string {
  if (revealed) return code(credentials)
  return code({ ...credentials, password: placeholder }).replaceAll(placeholder, hiddenSecret)
}

const storageKey = 'hidePassword'

/** Whether the secret is shown, as it was last chosen in this browser: shown at first. */
export function useRevealed(): [boolean, (revealed: boolean) => void] {
  const [revealed, setRevealed] = useState(() => readStored(storageKey) !== 'true')
  return [
    revealed,
    (next) => {
      setRevealed(next)
      store(storageKey, String(!next))
    },
  ]
}
