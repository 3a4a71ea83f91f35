/** Other addresses, such as those with a script, can do harm. */
const canOpen = /^(?:https?|mailto|tel):/i

/** Marks that turn the text behind them around (UAX #9): `exe.pdf` would look like `fdp.exe`. */
const reordering = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

/** The address of a link of a mail, to open where that is safe. */
export function LinkTarget({ href }: { href: string }) {
  const look = 'font-mono text-sm [overflow-wrap:anywhere]'
  const shown = href.replaceAll(reordering, encodeURIComponent) || '(empty)'
  if (!canOpen.test(href)) return <bdi className={`${look} text-ink-3`}>{shown}</bdi>
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      className={`${look} rounded-[3px] text-accent underline decoration-accent/40 underline-offset-3 hover:decoration-accent`}
    >
      <bdi>{shown}</bdi>
    </a>
  )
}
