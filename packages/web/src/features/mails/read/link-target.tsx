/** What a mail links to is opened only where that can do no harm here. */
const canOpen = /^(?:https?|mailto|tel):/i

export function LinkTarget({ href }: { href: string }) {
  const look = 'font-mono text-sm [overflow-wrap:anywhere]'
  if (!canOpen.test(href)) return <span className={`${look} text-ink-3`}>{href || '(empty)'}</span>
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      className={`${look} rounded-[3px] text-accent underline decoration-accent/40 underline-offset-3 hover:decoration-accent`}
    >
      {href}
    </a>
  )
}
