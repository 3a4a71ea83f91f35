import { classNames } from '../class-names.ts'
import { dialogueLines, secondsText } from './dialogue-lines.ts'

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
