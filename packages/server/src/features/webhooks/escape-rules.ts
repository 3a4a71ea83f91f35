import { inertText } from '@mailstop/contract'

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** Slack reads no other sign where `mrkdwn` is off. */
export const slack = (text: string): string =>
  inertText(text).replaceAll(/[&<>]/g, (sign) => entities[sign] ?? '')

/** Cut between characters, not within one. */
export function shortened(text: string, most: number): string {
  if (text.length <= most) return text
  const cut = text.slice(0, most - 1)
  return `${/[\uD800-\uDBFF]$/.test(cut) ? cut.slice(0, -1) : cut}…`
}
