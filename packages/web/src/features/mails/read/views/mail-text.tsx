import { linkify } from '@mailstop/contract'
import { useMemo } from 'react'

/** The plain text of a mail, with its web addresses as links. */
export function MailText({ text, hasFiles }: { text: string; hasFiles: boolean }) {
  const pieces = useMemo(() => linkify(text), [text])
  if (text.trim() === '') {
    return (
      <p className="m-0 text-sm text-ink-3">
        {hasFiles ? 'This message has no text, only attachments.' : 'This message has no text.'}
      </p>
    )
  }
  return (
    <pre
      dir="auto"
      className="m-0 max-w-[82ch] font-mono text-sm leading-relaxed whitespace-pre-wrap text-ink [overflow-wrap:anywhere]"
    >
      {pieces.map(({ text: shown, href }, index) =>
        href === null ? (
          shown
        ) : (
          <a
            key={index}
            href={href}
            target="_blank"
            rel="noopener noreferrer"
            className="rounded-[3px] text-accent underline decoration-accent/40 underline-offset-3 hover:decoration-accent"
          >
            {shown}
          </a>
        ),
      )}
    </pre>
  )
}
