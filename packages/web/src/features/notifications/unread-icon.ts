import { instanceColor, textOn } from '../../lib/instance.ts'

// Two letters wide is all that can be read at the size of an icon.
const most = 99

/** The icon of the product in the colour of the installation, with the number of unread mails on it. */
function unreadIcon(unread: number): string {
  const color = instanceColor()
  const [from, to] = color === null ? ['#7a73f0', '#4a43c4'] : [color, color]
  const ink = color === null ? '#fff' : textOn(color)
  const count = unread > most ? `${most}+` : String(unread)
  const width = 6 + 5.6 * count.length
  const badge = `<rect x="${24 - width}" y="0" width="${width}" height="13" rx="6" fill="#2f6feb" stroke="#fff"/><text x="${24 - width / 2}" y="10.2" font-family="system-ui,sans-serif" font-size="10" font-weight="700" text-anchor="middle" fill="#fff">${count}</text>`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><linearGradient id="g" x1="4" y1="1" x2="19" y2="23" gradientUnits="userSpaceOnUse"><stop stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient><path fill="url(#g)" stroke="url(#g)" stroke-width="2.4" stroke-linejoin="round" d="M8 2.2h8L21.8 8v8L16 21.8H8L2.2 16V8z"/><path fill="none" stroke="${ink}" stroke-width="2.1" stroke-linecap="round" stroke-linejoin="round" d="M6.9 16.2V8.3L12 13l5.1-4.7v7.9"/>${unread > 0 ? badge : ''}</svg>`
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}

/** Shows a number on the icon of the tab and, where there is one, on that of the installed app. */
export function showUnread(unread: number): void {
  const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
  const icon = unreadIcon(unread)
  // The browser would draw the same icon again.
  if (link && link.href !== icon) link.href = icon
  // A browser may have it and refuse it, as in a private window.
  if ('setAppBadge' in navigator) void navigator.setAppBadge(unread).catch(() => undefined)
}
