import { classNames } from '../class-names.ts'

type DialogueProps = {
  transcript: string
  /** Milliseconds from the beginning of the connection to each line; empty when unknown. */
  times: readonly number[]
}

const colours = { client: 'text-accent', server: 'text-ok' }

/** An SMTP dialogue. Each line says by its first letter and by its colour who spoke. */
export function Dialogue({ transcript, times }: DialogueProps) {
  const lines = dialogueLines(transcript, times)
  const isTimed = lines.some(({ time }) => time !== null)
  return (
    <>
      <p className="m-0 mb-2 text-xs text-ink-3">
        <span className={colours.client}>C</span> is the app,{' '}
        <span className={colours.server}>S</span> is Mailstop.
        {isTimed && ' Times are counted from the start of the connection.'}
      </p>
      <ol className="m-0 list-none p-0 font-mono text-sm leading-relaxed">
        {lines.map(({ side, text, time }, index) => (
          <li key={index} className="flex gap-3">
            {time !== null && (
              // Not selected with the lines, so that they are copied as they were said.
              <span className="num w-16 flex-none text-right text-ink-3 select-none">
                {secondsText(time)}
              </span>
            )}
            <span
              className={classNames(
                'min-w-0 whitespace-pre-wrap [overflow-wrap:anywhere]',
                side === null ? 'text-ink-3' : colours[side],
              )}
            >
              {text}
            </span>
          </li>
        ))}
      </ol>
    </>
  )
}

/** A line of an SMTP dialogue. The side is null for a note, which neither side said. */
type DialogueLine = { side: 'client' | 'server' | null; text: string; time: number | null }

/** The lines of a transcript, with their times in milliseconds where these are known. */
export function dialogueLines(transcript: string, times: readonly number[]): DialogueLine[] {
  const lines = transcript.split('\n')
  if (lines.at(-1) === '') lines.pop()
  return lines.map((text, index) => ({
    side: text.startsWith('C: ') ? 'client' : text.startsWith('S: ') ? 'server' : null,
    text,
    time: times.length === lines.length ? (times[index] ?? null) : null,
  }))
}

/** '0.012 s', '75.300 s'. */
export const secondsText = (milliseconds: number) => `${(milliseconds / 1_000).toFixed(3)} s`
