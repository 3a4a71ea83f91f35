import { inertMarkdown, inertText, type WebhookKind } from '@mailstop/contract'
import { shortened, slack } from './escape-rules.ts'

/** A message to people. Its texts are of strangers, and `url` is ours. */
export type Note = { title: string; lines: [label: string, text: string][]; url: string }

/** `secret` is what nobody is shown of it. */
type Request = { url: string; body: object; secret?: string }
type Chat = (note: Note, url: string) => Request

const mostTitle = 200
const mostLine = 300
const openText = 'Open in Mailstop'

const titleOf = ({ title }: Note) => shortened(title, mostTitle)
const linesOf = ({ lines }: Note): Note['lines'] =>
  lines.map(([label, text]) => [label, shortened(text, mostLine)])

/** How each product takes a message. Pure. */
export const chats: Record<Exclude<WebhookKind, 'standard'>, Chat> = {
  slack: (note, url) => ({
    url,
    body: {
      // The first text is that of notifications; a block with plain text is read as nothing else.
      text: slack(titleOf(note)),
      mrkdwn: false,
      link_names: false,
      parse: 'none',
      unfurl_links: false,
      unfurl_media: false,
      blocks: [
        plainBlock(inertText(titleOf(note))),
        ...linesOf(note).map(([label, text]) => plainBlock(`${label}: ${inertText(text)}`)),
        { type: 'section', text: { type: 'mrkdwn', text: `<${note.url}|${openText}>` } },
      ],
    },
  }),
  teams: (note, url) => ({
    url,
    body: {
      type: 'message',
      attachments: [
        {
          contentType: 'application/vnd.microsoft.card.adaptive',
          content: {
            $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
            type: 'AdaptiveCard',
            version: '1.4',
            // Runs of text take no Markdown, unlike blocks of text.
            body: [
              runs({ text: inertText(titleOf(note)), weight: 'Bolder', size: 'Medium' }),
              ...linesOf(note).map(([label, text]) =>
                runs({ text: `${label}: `, isSubtle: true }, { text: inertText(text) }),
              ),
            ],
            actions: [{ type: 'Action.OpenUrl', title: openText, url: note.url }],
          },
        },
      ],
    },
  }),
  discord: (note, url) => ({
    url,
    body: {
      allowed_mentions: { parse: [] },
      embeds: [
        {
          title: shortened(inertMarkdown(titleOf(note)), 256),
          url: note.url,
          description: markdownLines(note),
        },
      ],
    },
  }),
  mattermost: (note, url) => ({
    url,
    body: {
      text: `**${inertMarkdown(titleOf(note))}**\n${markdownLines(note)}\n[${openText}](${note.url})`,
    },
  }),
  ntfy(note, url) {
    // Its topic stands in the body, where a title may have any letters.
    const address = new URL(url)
    const [topic = '', ...before] = address.pathname.split('/').filter(Boolean).toReversed()
    address.pathname = before.toReversed().join('/')
    return {
      url: address.href,
      secret: topic,
      body: {
        topic,
        title: inertText(titleOf(note)),
        message:
          linesOf(note)
            .map(([label, text]) => `${label}: ${inertText(text)}`)
            .join('\n') || openText,
        click: note.url,
      },
    }
  },
}

const plainBlock = (text: string) => ({
  type: 'section',
  text: { type: 'plain_text', emoji: false, text },
})

const runs = (...texts: object[]) => ({
  type: 'RichTextBlock',
  inlines: texts.map((text) => ({ type: 'TextRun', ...text })),
})

const markdownLines = (note: Note) =>
  linesOf(note)
    .map(([label, text]) => `${label}: ${inertMarkdown(text)}`)
    .join('\n')

/** An address that lets anybody post is shown in part. */
export function shownUrl(kind: WebhookKind, url: string): string {
  return kind === 'standard' ? url : `${new URL(url).origin}/…`
}
