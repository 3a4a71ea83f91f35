/** How the key that shortcuts are held with is written on a machine, and how the meta key is. */
export function keyNamesOn(userAgent: string): { modifier: string; meta: string } {
  if (/Mac|iPhone|iPad/.test(userAgent)) return { modifier: '⌘', meta: '⌘' }
  return { modifier: 'Ctrl', meta: userAgent.includes('Windows') ? 'Win' : 'Meta' }
}

export const { modifier: modifierKey, meta: metaKey } = keyNamesOn(navigator.userAgent)
