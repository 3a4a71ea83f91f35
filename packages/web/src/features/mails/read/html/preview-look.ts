import type { DarkMode } from './dark-colors.ts'

/** Widths in CSS pixels that mail is designed for, with the height of a screen so wide. */
const screenHeights = { 320: 568, 375: 667, 414: 896, 600: 960, 768: 1024 } as const
export type ScreenWidth = keyof typeof screenHeights

export const screenWidths = [320, 375, 414, 600, 768] as const satisfies ScreenWidth[]

/** The preview of an HTML mail: as wide as a screen or as the pane, as a light or a dark client shows it, or as both. */
export type Look = {
  width: ScreenWidth | 'full'
  /** The screen lies on its side. */
  isTurned: boolean
  hasRuler: boolean
  scheme: 'light' | 'dark' | 'both'
  /** Null until the reader chooses. */
  dark: DarkMode | null
  /** As a client shows a mail without any images. */
  isBare: boolean
}

export const plainLook: Look = {
  width: 'full',
  isTurned: false,
  hasRuler: false,
  scheme: 'light',
  dark: null,
  isBare: false,
}

/** The look without what takes the whole window. */
export const withinPane = (look: Look): Look =>
  look.width === 'full' ? { ...look, scheme: 'light' } : { ...look, width: 'full' }

/** The screen of a preview; null for the pane. */
export function screenOf({ width, isTurned }: Look): { width: number; height: number } | null {
  if (width === 'full') return null
  const height = screenHeights[width]
  return isTurned ? { width: height, height: width } : { width, height }
}

export const darkLabels: Record<DarkMode, string> = {
  authored: 'As authored',
  outlook: 'Outlook.com-like (simulation)',
  gmail: 'Gmail-app-like (simulation)',
  android: 'Android-like (simulation)',
}
