const lines = [
  ['MAIL_HOST', 'mailstop.example'],
  ['MAIL_PORT', '2525'],
  ['MAIL_USERNAME', 'your team’s username'],
  ['MAIL_PASSWORD', 'your team’s password'],
] as const

/** What an app is given, as its environment file would hold it. */
export function SmtpExample() {
  return (
    <figure className="self-center overflow-hidden rounded-lg border border-line bg-surface">
      <figcaption className="border-b border-line px-4 py-2 font-mono text-xs text-ink-3">
        .env
      </figcaption>
      <pre className="overflow-x-auto px-4 py-3.5 font-mono text-sm leading-6">
        {lines.map(([name, value]) => (
          <span key={name} className="block">
            <span className="text-ink-2">{name}</span>
            <span className="text-ink-3">=</span>
            <span className="text-accent">{value}</span>
          </span>
        ))}
      </pre>
    </figure>
  )
}
