import { useEffect, useState } from 'react'
import { findText, type Match } from './find-text.ts'

type TextMatches = {
  element: HTMLElement | null
  needle: string
  place: number
}

/**
 * Finds a text in an element of the page and highlights the matches without changing the element.
 * Searches again when the element changes, as when its code is highlighted. Returns the number of matches.
 */
export function useTextMatches({ element, needle, place }: TextMatches): number {
  const [ranges, setRanges] = useState<readonly Range[]>([])

  useEffect(() => {
    if (element === null || needle === '') return undefined
    const look = () => setRanges(findText(element, needle).map(rangeOf))
    look()
    const observer = new MutationObserver(look)
    observer.observe(element, { childList: true, characterData: true, subtree: true })
    return () => {
      observer.disconnect()
      setRanges([])
    }
  }, [element, needle])

  useEffect(() => {
    const range = ranges[Math.min(place, ranges.length - 1)]
    range?.startContainer.parentElement?.scrollIntoView({ block: 'center' })
    if (typeof Highlight === 'undefined') return undefined
    CSS.highlights.set('match', new Highlight(...ranges))
    if (range) CSS.highlights.set('current-match', new Highlight(range))
    return () => {
      CSS.highlights.delete('match')
      CSS.highlights.delete('current-match')
    }
  }, [ranges, place])
  return ranges.length
}

function rangeOf(match: Match): Range {
  const range = document.createRange()
  const [first, last] = [match[0], match.at(-1)]
  if (first && last) {
    range.setStart(first.node, first.from)
    range.setEnd(last.node, last.to)
  }
  return range
}
