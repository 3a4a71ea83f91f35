/** A hue (0 to 359) that is always the same for the same text and spread over the wheel. */
export function hue(text: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  }
  return (hash >>> 0) % 360
}
