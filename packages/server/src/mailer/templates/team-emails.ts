import { plainName, writeLetter, type Letter } from './email-template.ts'

/** Invites somebody, who may never have heard of us, to a team. */
export function invitationLetter(
  { team, inviter }: { team: string; inviter: string },
  { url, stopUrl }: { url: URL; stopUrl: string },
  validDays: number,
): Letter {
  const teamName = plainName(team)
  const who = plainName(inviter) || 'Somebody'
  return writeLetter({
    subject: teamName ? `Join the team ${teamName} on Mailstop` : 'Join a team on Mailstop',
    greeting: 'Hello,',
    paragraphs: [
      `${who} invites you to ${teamName ? `the team ${teamName}` : 'a team'} on Mailstop, the inbox in which teams catch and read the mail that their apps send while they are being built.`,
      `The invitation is for this address alone and is valid for ${validDays} days.`,
    ],
    action: { label: 'Accept the invitation', url: url.href },
    closing: 'If you did not expect this, you need not do anything.',
    stopUrl,
  })
}
