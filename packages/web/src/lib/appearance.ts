import { useSyncExternalStore } from 'react'
import { ownName } from './paths/base-path.ts'
import { readStored, store } from './stored.ts'

/**
 * The theme that the user selected and the one that is shown. The choice is in local storage under
 * `appearance`, where public/theme.js reads it before the first paint.
 */
export type Appearance = 'system' | 'light' | 'dark'

const storageKey = 'appearance'
const listeners = new Set<() => void>()
const systemIsDark = () => matchMedia('(prefers-color-scheme: dark)')

function readAppearance(): Appearance {
  const stored = readStored(storageKey)
  return stored === 'light' || stored === 'dark' ? stored : 'system'
}

export function chooseAppearance(appearance: Appearance): void {
  store(storageKey, appearance)
  applyAppearance()
}

/** Follows the theme of the system and the choices in other tabs. */
export function followAppearance(): void {
  systemIsDark().addEventListener('change', applyAppearance)
  window.addEventListener('storage', (event) => {
    if (event.key === ownName(storageKey)) applyAppearance()
  })
}

export function useAppearance(): Appearance {
  return useSyncExternalStore(subscribe, readAppearance)
}

/** Whether the dark theme shows, by the user's choice or the system's. */
export function useIsDark(): boolean {
  return useSyncExternalStore(subscribe, () => document.documentElement.classList.contains('dark'))
}

function applyAppearance(): void {
  const choice = readAppearance()
  const dark = choice === 'dark' || (choice === 'system' && systemIsDark().matches)
  document.documentElement.classList.toggle('dark', dark)
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
