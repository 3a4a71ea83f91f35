import { useState } from 'react'
import { codeExamples, type CodeExample } from './code-examples.ts'

/** The example someone looked at last, kept in this browser: few people write in many languages. */
const storageKey = 'codeExample'

export function useChosenExample(): [CodeExample, (key: string) => void] {
  const [key, setKey] = useState(readStored)
  const chosen = codeExamples.find((example) => example.key === key) ?? codeExamples[0]
  return [
    chosen,
    (next) => {
      setKey(next)
      try {
        localStorage.setItem(storageKey, next)
      } catch {
        // Storage can be blocked or full: the choice then lasts as long as the page.
      }
    },
  ]
}

function readStored(): string | null {
  try {
    return localStorage.getItem(storageKey)
  } catch {
    return null
  }
}
