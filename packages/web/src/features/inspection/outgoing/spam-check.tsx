import { useState } from 'react'
import { Rows } from '../rows.tsx'
import { AskButton } from './ask-button.tsx'
import { useOutgoing, useSpamScore } from './use-outgoing.ts'

const engines = { spamassassin: 'SpamAssassin', rspamd: 'Rspamd' }

/** The score of the operator's spam filter; nothing where the server has none. */
export function SpamCheck({ team, mail }: { team: number; mail: number }) {
  const mode = useOutgoing().spam_check
  const [wanted, setWanted] = useState(false)
  const asked = wanted || mode === 'open'
  const query = useSpamScore(team, mail, asked)
  if (mode === 'off') return null
  if (!query.data) {
    const ask = () => setWanted(true)
    return <AskButton label="Ask the spam filter" asked={asked} onAsk={ask} query={query} />
  }
  const { engine, score, threshold, rules } = query.data
  const name = engines[engine]
  const scored = {
    level: score >= threshold ? ('fail' as const) : ('pass' as const),
    text: `${name}: ${score}`,
    notes: [`from ${threshold} it is spam`],
  }
  return (
    <>
      <Rows label="Spam filter" rows={[scored]} />
      <Rows
        isClosed
        label="Rules of the spam filter"
        rows={rules.map((rule) => ({
          text: `${rule.score} ${rule.name}`,
          notes: [rule.description],
        }))}
      />
    </>
  )
}
