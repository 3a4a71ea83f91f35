import { useEffect } from 'react'
import { titleOf } from '../instance.ts'

/** Names the page in the tab and in the history. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = titleOf(title)
  }, [title])
}
