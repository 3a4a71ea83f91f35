/** Text exactly as it was sent. Long lines wrap; nothing is cut. */
export function Verbatim({ text }: { text: string }) {
  return (
    <pre className="m-0 font-mono text-sm leading-relaxed whitespace-pre-wrap text-ink [overflow-wrap:anywhere]">
      {text}
    </pre>
  )
}
