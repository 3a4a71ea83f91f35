import { plainName, writeLetter, type Letter } from './email-template.ts'

type Asked = { by: string; team: string }

/** Asks the holder of an address whether caught mail of a team may be forwarded to it. */
export function forwardingVerificationLetter(
  { by, team }: Asked,
  { url, stopUrl }: { url: URL; stopUrl: string },
  validHours: number,
): Letter {
  const asker = plainName(by) || 'Somebody'
  const name = plainName(team)
  return writeLetter({
    subject: 'Confirm that mail may be forwarded to you',
    greeting: 'Hello,',
    paragraphs: [
      `${asker} set up a rule at Mailstop that forwards test mail${name && ` of the team ${name}`} to this address.`,
      `Nothing is forwarded until you agree. The link works once and is valid for ${validHours} hours.`,
    ],
    action: { label: 'Agree to forwarding', url: url.href },
    closing: 'If you do not want this, you need not do anything.',
    stopUrl,
  })
}
