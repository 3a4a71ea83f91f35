import { useState } from 'react'
import type { PreviewWidth } from './mail-look-controls.tsx'
import type { MailView } from './mail-views.ts'

/** How the reader looks at mail. It holds for the next one too, but for its images. */
export function useBodyChoice() {
  const [wanted, setWanted] = useState<MailView>('html')
  const [width, setWidth] = useState<PreviewWidth>('full')
  const [dark, setDark] = useState(false)
  const [imagesOf, setImagesOf] = useState<ReadonlySet<number>>(new Set())
  return { wanted, setWanted, width, setWidth, dark, setDark, imagesOf, setImagesOf }
}

export type BodyChoice = ReturnType<typeof useBodyChoice>
