import type { WebhookEvent } from '@mailstop/contract'
import type { Item } from './message-rules.ts'

const sender = { name: 'Mailstop', address: 'test@example.com' }

/** What is sent to see whether a webhook works. */
export function exampleOf(event: WebhookEvent, url: string, at: number): Item {
  const isOfMail = /^(?:mail|guard)\./.test(event)
  const received_at = new Date(at).toISOString()
  return {
    event,
    at,
    data: { note: 'This is a test of a webhook: nothing has happened.' },
    mail: isOfMail
      ? {
          id: 1,
          from: sender,
          to: [{ name: '', address: 'you@example.com' }],
          subject: 'A test of this webhook',
          snippet: 'If you read this, it works.',
          date: received_at,
          received_at,
          read_at: null,
          flagged: false,
          attachment_count: 0,
          tags: [],
          size: 0,
          inbox: null,
          broken_guards: [],
          url,
        }
      : null,
    contents: null,
  }
}
