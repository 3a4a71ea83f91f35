/**
 * The server's answers. The package depends on nothing: `build/written-types.ts` writes these types out for it, with
 * the comments of the contract. Names are those of the wire.
 */
import type * as contract from '@mailstop/contract'

/** A display name and an address; either may be empty. */
export type Mailbox = contract.Mailbox
/** One mail of a list. */
export type MailSummary = contract.MailSummary
export type MailCode = contract.MailCode
export type MailLink = contract.MailLink
export type MailImage = contract.MailImage
export type MailUnsubscribe = contract.MailUnsubscribe
export type Extracted = contract.Extracted
export type Attachment = contract.Attachment
/** What the check of a mail found, section by section. */
export type Inspection = contract.Inspection
export type Finding = contract.Finding
export type SmtpSettings = contract.SmtpSettings
/** An inbox of the team. */
export type InboxInfo = contract.Inbox

/** A step of a scenario: when SMTP fails on purpose, for what, and how. */
export type ScenarioStep = contract.LabStep
/** A scenario that is on in an inbox. */
export type RunningScenario = contract.RunningScenario
/** The scenarios of the team, the presets, and what is on. */
export type ScenarioList = contract.EndpointReply<typeof contract.listScenarios>

/** A scenario for some minutes, and what came of it. */
export type Drill = contract.Drill
export type DrillReport = contract.DrillReport
export type WebhookInfo = contract.Webhook
/** How one request to a webhook ended. */
export type WebhookResult = contract.WebhookTest

/** A mail with its contents. */
export type Mail = Omit<
  contract.Mail,
  'structure' | 'transcript' | 'transcript_times' | 'forwards' | 'hidden_recipients'
>

/** A mail that a wait did not answer with, and the conditions that it fails. */
export type PassedOverMail = Omit<contract.PassedOverMail, 'failed'> & { failed: string[] }

/** What a token is and may do. */
export type TokenInfo = contract.OwnToken

type Selection = NonNullable<contract.EndpointRequest<typeof contract.getLatestMail>['query']>
/** Selects mail that meets all conditions. */
export type MailConditions = Pick<
  Selection,
  'to' | 'from' | 'subject' | 'q' | 'tag' | 'inbox' | 'after'
>

/** A mail that the server makes. */
export type NewMail = contract.NewMail

export type WaitOptions = {
  /** Milliseconds, of any length. */
  timeout?: number | undefined
  signal?: AbortSignal | undefined
}
