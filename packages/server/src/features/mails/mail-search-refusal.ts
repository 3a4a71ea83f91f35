import { invalid } from '../../errors.ts'
import { selectMails, type MailQuery, type MailSelection } from './mail-selection.ts'
import { problemText } from './search/tree.ts'

/** As `selectMails`; refuses a search that cannot be read, saying where. */
export function requireSelection(query: MailQuery, now: number): MailSelection {
  const selection = selectMails(query, now)
  if ('problem' in selection) throw invalid({ q: [problemText(selection)] })
  return selection
}
