import { dana, days, hours, type DemoMail } from '../demo-mail.ts'

const organiser = { name: 'Ines Carvalho', address: 'ines@mailstop.test' }

/** One event as iCalendar (RFC 5545): lines end with CRLF. */
function calendar(method: 'REQUEST' | 'CANCEL', sequence: number): string {
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Larkspur//Calendar//EN',
    `METHOD:${method}`,
    'BEGIN:VEVENT',
    'UID:search-hour@larkspur.test',
    `SEQUENCE:${sequence}`,
    'DTSTAMP:20261102T080000Z',
    'DTSTART:20261201T160000Z',
    'DTEND:20261201T170000Z',
    'SUMMARY:An hour about the search',
    'LOCATION:The room with the whiteboard',
    `ORGANIZER;CN=${organiser.name}:mailto:${organiser.address}`,
    `ATTENDEE;CN=${dana.name};RSVP=TRUE:mailto:${dana.address}`,
    `STATUS:${method === 'CANCEL' ? 'CANCELLED' : 'CONFIRMED'}`,
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ].join('\r\n')
}

const card = (title: string, when: string, note: string) =>
  `<div style="max-width:480px;padding:24px;font:15px/1.6 -apple-system,'Segoe UI',Arial,sans-serif;color:#1d2129">
<table role="presentation" cellpadding="0" cellspacing="0"><tr>
<td width="64" align="center" style="border:1px solid #e2e4ea;border-radius:10px;overflow:hidden"><div style="background:#5a4fcf;color:#fff;font-size:11px;font-weight:700;letter-spacing:0.08em">DEC</div><div style="font-size:26px;font-weight:700;line-height:1.5">1</div></td>
<td style="padding-left:18px"><b style="font-size:18px">${title}</b><br><span style="color:#646b78">${when}</span></td></tr></table>
<p style="color:#646b78">${note}</p></div>`

const invite: DemoMail = {
  minutesAgo: 6 * days + 20 * hours,
  mail: {
    from: organiser,
    to: dana,
    subject: 'Invitation: An hour about the search',
    text: 'An hour about the search\nTuesday, 1 December, 16:00 to 17:00 UTC\nThe room with the whiteboard\n',
    html: card(
      'An hour about the search',
      'Tuesday, 16:00 to 17:00 UTC<br>The room with the whiteboard',
      'Yusuf measures, Ines draws, you decide.',
    ),
    icalEvent: { method: 'REQUEST', filename: 'invite.ics', content: calendar('REQUEST', 0) },
  },
}

const cancelled: DemoMail = {
  minutesAgo: 5 * hours,
  mail: {
    from: organiser,
    to: dana,
    subject: 'Cancelled: An hour about the search',
    text: 'We found the answer over lunch. The hour is yours again.\n',
    html: card(
      '<s>An hour about the search</s>',
      'was Tuesday, 16:00 to 17:00 UTC',
      'We found the answer over lunch. The hour is yours again.',
    ),
    icalEvent: { method: 'CANCEL', filename: 'cancel.ics', content: calendar('CANCEL', 1) },
  },
}

export const calendarMails: DemoMail[] = [invite, cancelled]
