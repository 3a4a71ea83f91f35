import { checkSpam, type SpamScore } from '@mailstop/contract'
import { queryKeys, queryOf } from '../../../lib/api/queries.ts'
import { Rows, type Row } from '../rows.tsx'
import { ofMail } from '../use-inspection.ts'
import { Asked } from './asked.tsx'
import { useOutgoing } from './use-outgoing.ts'

const engines = { spamassassin: 'SpamAssassin', rspamd: 'Rspamd' }

/** The score of the operator's spam filter; nothing where the server has none. */
export function SpamCheck({ team, mail }: { team: number; mail: number }) {
  const mode = useOutgoing().spam_check
  if (mode === 'off') return null
  const params = ofMail(team, mail)
  return (
    <Asked
      label="Ask the spam filter"
      query={queryOf(queryKeys.outgoing(team, mail, 'spam'), checkSpam, { params })}
      atOnce={mode === 'open'}
      render={(answer) => (
        <>
          <Rows label="Spam filter" rows={[scoreRow(answer)]} />
          <Rows
            isClosed
            label="Rules of the spam filter"
            rows={answer.rules.map(({ score, name, description }) => ({
              text: `${score} ${name}`,
              notes: [description],
            }))}
          />
        </>
      )}
    />
  )
}

function scoreRow({ engine, score, threshold }: SpamScore): Row {
  const name = engines[engine]
  return {
    level: score >= threshold ? 'fail' : 'pass',
    text: `${name}: ${score}`,
    notes: [`from ${threshold} it is spam`],
  }
}
