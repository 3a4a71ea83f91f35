/** A line of an SMTP dialogue. The side is null for a note that nobody said. */
export type DialogueLine = { side: 'client' | 'server' | null; text: string; time: number | null }

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
