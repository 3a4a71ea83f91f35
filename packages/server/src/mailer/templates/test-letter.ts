import { plainName, writeLetter, type Letter } from './email-template.ts'

/** What a team sends itself to see that it catches mail. */
export function testLetter(team: { name: string }, inboxUrl: URL): Letter {
  const name = plainName(team.name)
  return writeLetter({
    subject: name ? `A test mail for ${name}` : 'A test mail for your team',
    greeting: 'Hello,',
    paragraphs: [
      'This mail was sent with the SMTP credentials of your team, through the same port that your apps use, and was caught.',
      'Mail that your apps send with these credentials arrives here too, and goes nowhere else.',
    ],
    action: { label: 'Open the inbox', url: inboxUrl.href },
    closing: 'Somebody of your team asked for this mail.',
  })
}
