import type { Finding } from '@mailstop/contract'
import { createContext, use } from 'react'

/** A place of a mail that another view shows. Lines and columns count from 1. */
export type CheckPlace = {
  part: 'html' | 'text' | 'source'
  line: number
  column: number | null
}

export type Places = {
  /** Where the reader was led last, and comes back from. */
  last: CheckPlace | null
  onPlace: (place: CheckPlace) => void
}

export const PlacesContext = createContext<Places>({ last: null, onPlace: () => undefined })

/** Null where no view has lines. The lines of headers are those of the source. */
export function placeOf(where: Finding['where']): CheckPlace | null {
  if (!where?.line || where.part === 'envelope' || where.part === 'attachment') return null
  const { part, line, column } = where
  return { part: part === 'header' ? 'source' : part, line, column }
}

/** Shows a line in the view of its part. Whoever comes back is where they left. */
export function PlaceButton({ place }: { place: CheckPlace }) {
  const { last, onPlace } = use(PlacesContext)
  const isLast =
    last?.part === place.part && last.line === place.line && last.column === place.column
  return (
    <button
      type="button"
      ref={(button) => void (isLast && button?.focus())}
      onClick={() => onPlace(place)}
      className="touch-area num flex-none rounded-[3px] text-sm font-[550] text-accent underline-offset-3 hover:underline"
    >
      Line {place.line.toLocaleString('en')}
    </button>
  )
}

/** The first line of an element of the html. */
export const htmlLine = (line: number | null | undefined): CheckPlace | null =>
  line ? { part: 'html', line, column: null } : null
