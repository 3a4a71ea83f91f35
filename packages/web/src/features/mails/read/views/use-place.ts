import { useEffect } from 'react'

/** Where the text of a view is marked. */
export type MarkedPlace = { line: number; column: number | null }

/** A line can hold the whole html. */
const markedLength = 160

/** Marks a place in the text of an element, and scrolls to it once. Marks it again when the text is coloured. */
export function usePlace(element: HTMLElement | null, place: MarkedPlace | null): void {
  const { line = null, column = null } = place ?? {}
  useEffect(() => {
    if (element === null || line === null) return undefined
    let hasScrolled = false
    function mark() {
      const text = element?.querySelector('pre')
      const range = text && rangeAt(text, { line: line ?? 1, column })
      if (!element || !range) return
      // A browser without it shows the place, unmarked.
      if (typeof Highlight !== 'undefined') CSS.highlights.set('place', new Highlight(range))
      if (hasScrolled) return
      hasScrolled = true
      const above = range.getBoundingClientRect().top - element.getBoundingClientRect().top
      element.scrollBy({ top: above - element.clientHeight / 3 })
    }
    mark()
    const observer = new MutationObserver(mark)
    observer.observe(element, { childList: true, characterData: true, subtree: true })
    return () => {
      observer.disconnect()
      if (typeof Highlight !== 'undefined') CSS.highlights.delete('place')
    }
  }, [element, line, column])
}

/** From a line and column, or the beginning of the line, to its end; null where there is no such line. */
export function rangeAt(root: Node, { line, column }: MarkedPlace): Range | null {
  const text = root.textContent ?? ''
  let start = 0
  for (let at = 1; at < line; at += 1) {
    start = text.indexOf('\n', start) + 1
    if (start === 0) return null
  }
  const lineEnd = text.indexOf('\n', start)
  const end = lineEnd === -1 ? text.length : lineEnd
  const from = Math.min(start + (column ?? 1) - 1, end)
  const range = document.createRange()
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  let before = 0
  let hasStart = false
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const { length } = node.textContent ?? ''
    if (!hasStart && from <= before + length) {
      range.setStart(node, from - before)
      hasStart = true
    }
    const to = Math.min(end, from + markedLength)
    if (hasStart && to <= before + length) {
      range.setEnd(node, to - before)
      return range
    }
    before += length
  }
  return null
}
