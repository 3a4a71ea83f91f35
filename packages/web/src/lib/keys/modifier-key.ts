/** The names that this machine has for the modifier key of shortcuts and for the meta key. */
export function keyNamesOn(userAgent: string): { modifier: string; meta: string } {
  if (/Mac|iPhone|iPad/.test(userAgent)) return { modifier: '⌘', meta: '⌘' }
  return { modifier: 'Ctrl', meta: userAgent.includes('Windows') ? 'Win' : 'Meta' }
}

export const { modifier: modifierKey, meta: metaKey } = keyNamesOn(navigator.userAgent)
