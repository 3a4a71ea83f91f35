import { showFigure, type Meter } from '../../../../lib/process/meter.ts'

type Waiting = { mails: number; ms: number }

/** One process makes word indexes: the others have no number. */
export function measureWords(meter: Meter, indexer: { waiting(): Waiting | null }): void {
  const figures = {
    mailstop_words_waiting_mails: {
      help: 'Mails of teams that have enough for a word index which is not made yet.',
      of: ({ mails }: Waiting) => mails,
    },
    mailstop_words_oldest_seconds: {
      help: 'The longest time since one of these teams had enough, or an index of it was made.',
      of: ({ ms }: Waiting) => ms / 1_000,
    },
  }
  for (const [name, { help, of }] of Object.entries(figures)) {
    showFigure(meter, { name, help }, () => {
      const waiting = indexer.waiting()
      return waiting && of(waiting)
    })
  }
}
