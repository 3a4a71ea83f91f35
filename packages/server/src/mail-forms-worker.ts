export { posted } from './features/posted-mails/posted-form.ts'
export { mailpit } from './features/mailpit/send-form.ts'
