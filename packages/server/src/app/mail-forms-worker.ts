export { posted } from '../features/posted-mails/posted-form.ts'
export { mailpit } from '../features/drop-ins/mailpit/send-form.ts'
