/**
 * The language of shortcuts: `j`, `?`, `Enter`, `F8`, `mod+b` (Ctrl or Cmd), `meta+1`, and `g i` for
 * one key after another. A key is named by the character that it types, so that `?` works on every
 * keyboard layout. Shift is named only with letters and arrows: `shift+j`.
 */

export type KeyPress = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

/** All names under which a shortcut can mean this key press. */
export function keyNames({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyPress): string[] {
  // AltGr types characters on many layouts and reports Ctrl and Alt together.
  if (altKey && !ctrlKey) return []
  const name = key.length === 1 && /\p{Lu}/u.test(key) ? key.toLowerCase() : key
  if (altKey) return [name]
  if (metaKey) return [`mod+${name}`, `meta+${name}`]
  if (ctrlKey) return [`mod+${name}`]
  return [shiftKey && /^(\p{L}|Arrow\w+)$/u.test(name) ? `shift+${name}` : name]
}

/** Whether a shortcut works in a text field: those with a modifier and the F keys type nothing. */
export function worksWhileTyping(shortcut: string): boolean {
  return /^(mod\+|meta\+|F\d)/.test(shortcut)
}

/** Which shortcut a press completes, given the press before it. A sequence wins over its last key. */
export function completedShortcut(
  shortcuts: readonly string[],
  previous: readonly string[],
  current: readonly string[],
): string | undefined {
  const sequences = previous.flatMap((first) => current.map((second) => `${first} ${second}`))
  return (
    shortcuts.find((shortcut) => sequences.includes(shortcut)) ??
    shortcuts.find((shortcut) => current.includes(shortcut))
  )
}
