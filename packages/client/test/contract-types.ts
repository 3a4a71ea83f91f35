import type * as contract from '@mailstop/contract'
import type * as client from '../src/index.ts'

/**
 * Compiled, never run: what the contract promises has every property that the types of the client promise,
 * and what the client may send is what the contract takes.
 */
type Holds<_Given extends Promised, Promised> = true

export type Checks = [
  Holds<contract.Mail, client.Mail>,
  Holds<contract.MailSummary, client.MailSummary>,
  Holds<contract.PassedOverMail, client.PassedOverMail>,
  Holds<contract.Extracted, client.Extracted>,
  Holds<contract.OwnToken, client.TokenInfo>,
  Holds<contract.SmtpSettings, client.SmtpSettings>,
  Holds<client.NewMail, contract.NewMail>,
  Holds<client.MailConditions, contract.EndpointRequest<typeof contract.listMails>['query']>,
  // Not wider than the contract: an exact list of rules and reasons is what a test can compare with.
  Holds<client.MailCode['rule'], contract.CodeRule>,
]
