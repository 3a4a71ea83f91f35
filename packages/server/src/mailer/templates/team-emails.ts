import { plainName, writeTemplate, type EmailTemplate } from './email-template.ts'

/** Invites a person, who may never have heard of us, to a team. */
export function invitationEmail(
  { team, inviter }: { team: string; inviter: string },
  { url, stopUrl }: { url: URL; stopUrl: string },
  validDays: number,
): EmailTemplate {
  const teamName = plainName(team)
  const who = plainName(inviter) || 'Someone'
  return writeTemplate({
    subject: teamName ? `Join the team ${teamName} on Mailstop` : 'Join a team on Mailstop',
    greeting: 'Hello,',
    paragraphs: [
      `${who} invites you to ${teamName ? `the team ${teamName}` : 'a team'} on Mailstop, the shared inbox for the mail that apps send during development.`,
      `The invitation is only for this address and is valid for ${validDays} days.`,
    ],
    action: { label: 'Accept the invitation', url: url.href },
    closing: 'If you did not expect this, you can ignore this email.',
    stopUrl,
  })
}

type Asked = { by: string; team: string }

/** Asks the holder of an address whether caught mail of a team may be forwarded to it. */
export function forwardingVerificationEmail(
  { by, team }: Asked,
  { url, stopUrl }: { url: URL; stopUrl: string },
  validHours: number,
): EmailTemplate {
  const asker = plainName(by) || 'Someone'
  const name = plainName(team)
  return writeTemplate({
    subject: 'Confirm that mail may be forwarded to you',
    greeting: 'Hello,',
    paragraphs: [
      `${asker} set up a rule at Mailstop that forwards test mail${name && ` of the team ${name}`} to this address.`,
      `Nothing is forwarded until you agree. The link works once and is valid for ${validHours} hours.`,
    ],
    action: { label: 'Agree to forwarding', url: url.href },
    closing: 'If you do not want this, you can ignore this email.',
    stopUrl,
  })
}

/** Tells the owner of a team that one of its webhooks was switched off. */
export function webhookOffEmail(
  { name, team }: { name: string; team: string },
  why: 'gone' | 'failing',
  url: URL,
): EmailTemplate {
  const webhook = plainName(name)
  const ofTeam = plainName(team)
  return writeTemplate({
    subject: 'A webhook was switched off',
    greeting: 'Hello,',
    paragraphs: [
      `The webhook${webhook && ` ${webhook}`} of your team${ofTeam && ` ${ofTeam}`} was switched off, and is sent nothing any more.`,
      why === 'gone'
        ? 'Its address answered that it is gone for good.'
        : 'For five days every request to its address failed.',
    ],
    action: { label: 'Look at your webhooks', url: url.href },
    closing: 'You get this email because you own the team.',
  })
}

export function testEmail(team: { name: string }, inboxUrl: URL): EmailTemplate {
  const name = plainName(team.name)
  return writeTemplate({
    subject: name ? `A test message for ${name}` : 'A test message for your team',
    greeting: 'Hello,',
    paragraphs: [
      'This message was sent with the SMTP credentials of your team, through the same port that your apps use, and was caught.',
      'Messages that your apps send with these credentials arrive here too, and go nowhere else.',
    ],
    action: { label: 'Open the inbox', url: inboxUrl.href },
    closing: 'Someone in your team requested this message.',
  })
}
