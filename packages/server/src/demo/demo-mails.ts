import type { DemoMail } from './demo-mail.ts'
import { accountMails } from './mails/account-mails.ts'
import { alertMails } from './mails/alert-mails.ts'
import { billingMails } from './mails/billing-mails.ts'
import { calendarMails } from './mails/calendar-mails.ts'
import { newsletterMails } from './mails/newsletter-mails.ts'
import { oddMails } from './mails/odd-mails.ts'
import { peopleMails } from './mails/people-mails.ts'
import { worldMails } from './mails/world-mails.ts'

/** The demonstration inbox, oldest first: the order in which it arrives. */
export const demoMails: readonly DemoMail[] = [
  ...accountMails,
  ...alertMails,
  ...billingMails,
  ...calendarMails,
  ...newsletterMails,
  ...oddMails,
  ...peopleMails,
  ...worldMails,
].toSorted((a, b) => b.minutesAgo - a.minutesAgo)
