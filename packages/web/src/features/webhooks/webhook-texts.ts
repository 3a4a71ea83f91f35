import type { Webhook, WebhookEvent, WebhookKind } from '@mailstop/contract'

/** What people read of each kind, in the order of the form, and where its address is found. */
export const kindTexts: Record<WebhookKind, { label: string; url: string; hint: string }> = {
  standard: {
    label: 'A program (signed JSON)',
    url: 'https://ci.example.com/mailstop',
    hint: 'It gets JSON, signed as Standard Webhooks say.',
  },
  slack: {
    label: 'Slack',
    url: 'https://hooks.slack.com/services/…',
    hint: 'The address of an incoming webhook of your Slack app.',
  },
  teams: {
    label: 'Microsoft Teams',
    url: 'https://….logic.azure.com/workflows/…',
    hint: 'The address of a workflow that posts to a channel when a webhook request comes.',
  },
  discord: {
    label: 'Discord',
    url: 'https://discord.com/api/webhooks/…',
    hint: 'In the settings of the channel, under Integrations.',
  },
  mattermost: {
    label: 'Mattermost',
    url: 'https://chat.example.com/hooks/…',
    hint: 'The address of an incoming webhook.',
  },
  ntfy: {
    label: 'ntfy',
    url: 'https://ntfy.sh/your-topic',
    hint: 'The address of the topic.',
  },
}

export const eventTexts: Record<WebhookEvent, string> = {
  'mail.received': 'A message is caught',
  'mail.forwarded': 'A message is forwarded',
  'mail.forward_failed': 'A message cannot be forwarded',
  'guard.broken': 'A message breaks a guard',
  'smtp.refused': 'A message or an SMTP session is refused',
  'login.failed': 'An SMTP login fails',
  'drill.ended': 'A drill ends',
  'inbox.created': 'An inbox is made',
  'inbox.changed': 'An inbox is changed',
  'inbox.ended': 'An inbox ends',
  'member.joined': 'Somebody joins the team',
  'member.left': 'Somebody leaves the team',
}

export const stateTexts: Record<Webhook['state'], string> = {
  on: 'On',
  off: 'Off',
  gone: 'Off: the address is gone',
  failing: 'Off: it failed for five days',
}

/** What an attempt was answered: '200', 'No answer'. */
export const statusText = (status: number | null): string =>
  status === null ? 'No answer' : String(status)
