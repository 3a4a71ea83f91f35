import { tagKey, type TagColor } from '@mailstop/contract'
import { createContext, useContext } from 'react'

/** The colors of the tags of the current team, by the key of the tag. `features/tags/tagged-inbox.tsx` provides them. */
export const TagColorsContext = createContext<ReadonlyMap<string, TagColor>>(new Map())

export const useTagColor = (tag: string): TagColor | null =>
  useContext(TagColorsContext).get(tagKey(tag)) ?? null
