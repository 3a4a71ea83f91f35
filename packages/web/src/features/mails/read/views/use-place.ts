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
  const lines = (root.textContent ?? '').split('\n', line)
  const marked = lines[line - 1]
  if (marked === undefined) return null
  const start = lines.slice(0, -1).reduce((sum, { length }) => sum + length + 1, 0)
  const from = Math.min((column ?? 1) - 1, marked.length)
  const range = document.createRange()
  range.setStart(...pointAt(root, start + from))
  range.setEnd(...pointAt(root, start + Math.min(from + markedLength, marked.length)))
  return range
}

/** The text node at an offset in all text, and the offset in it. */
function pointAt(root: Node, offset: number): [Node, number] {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  let left = offset
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const { length } = node.textContent ?? ''
    if (left <= length) return [node, left]
    left -= length
  }
  return [root, 0]
}
