import { inertMarkdown as markdown, inertText as plain } from '@mailstop/contract'
import { describe, expect, test } from 'vitest'
import { shortened, slack } from './escape-rules.ts'
import { chats } from './kind-rules.ts'

const gap = '\u200B'

/** What a mail may hold that a product would take for more than text. */
const hostile: [name: string, text: string][] = [
  ['a mention of all', '@everyone @here @channel'],
  ['a mention in the form of Slack', '<!channel> <@U123> <!subteam^S1>'],
  ['a mention in the form of Discord', '<@1> <@&2> <#3> </run:4>'],
  ['a mention in the form of Teams', '<at>Ann</at>'],
  ['a link in the form of Slack', '<https://evil.test|our site>'],
  ['a link in Markdown', '[our site](https://evil.test) <https://evil.test>'],
  ['an image in Markdown', '![](https://evil.test/x.png)'],
  ['an address', 'https://evil.test/a www.evil.test evil.test a@evil.test mailto:a@evil.test'],
  [
    'an address behind a sign',
    '_https://evil.test 1https://evil.test _ftp://evil.test 9mailto:a@evil.test',
  ],
  ['marks of Markdown', '# title\n> quote `code` ||spoiler|| **bold** ~~no~~ - item'],
  ['signs that show nothing', 'a\u202Eb\u200Bc\u2028d\r\ne\0f'],
]

const urls = {
  slack: 'https://hooks.slack.example/services/T/B/x',
  teams: 'https://teams.example/workflows/x',
  discord: 'https://discord.example/api/webhooks/1/x',
  mattermost: 'https://chat.example/hooks/x',
  ntfy: 'https://ntfy.example/base/topic?auth=x',
}
const products = Object.entries(chats)
const ours = 'https://mail.example/inbox/1?team=2'

/** Every text of a body, by itself. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(textsOf)
}

describe.each(products)('a message to %s', (kind, chat) => {
  test.each(hostile)('makes nothing of %s', (_name, text) => {
    const { body } = chat(
      { title: text, lines: [['Text', text]], url: ours },
      urls[kind as keyof typeof urls],
    )
    const own = ['http://adaptivecards.io/schemas/adaptive-card.json', ours]
    const texts = textsOf(body).map((each) =>
      own.reduce((left, one) => left.replaceAll(one, ''), each),
    )
    for (const each of texts) {
      expect(each).not.toMatch(/:\/\/|www[.]\w|@(?!\u200B)|evil[.]test|mailto:a/)
      expect(each).not.toMatch(/[\u202E\u2028\0\r]/)
    }
    const asMarkdown = kind === 'discord' || kind === 'mattermost'
    const shown = asMarkdown ? markdown(text) : kind === 'slack' ? slack(text) : plain(text)
    expect(texts.join('\n')).toContain(shown.slice(0, 100))
  })

  test('leads to the message, and nowhere else', () => {
    const { url, body } = chat(
      { title: 'Hi', lines: [], url: ours },
      urls[kind as keyof typeof urls],
    )
    expect(textsOf(body).filter((text) => text.includes(ours))).toHaveLength(1)
    expect(url).toBe(
      kind === 'ntfy' ? 'https://ntfy.example/base?auth=x' : urls[kind as keyof typeof urls],
    )
  })

  test('stays small, however long the texts are', () => {
    const text = '<@_😀>'.repeat(10_000)
    const lines = Array.from({ length: 8 }, (): [string, string] => ['Text', text])
    const { body } = chat({ title: text, lines, url: ours }, urls[kind as keyof typeof urls])
    expect(JSON.stringify(body).length).toBeLessThan(16_000)
  })
})

test('Discord is said to mention nobody, and Slack to read no marks', () => {
  const note = { title: 'Hi', lines: [], url: ours }
  expect(chats.discord(note, urls.discord).body).toMatchObject({ allowed_mentions: { parse: [] } })
  expect(chats.slack(note, urls.slack).body).toMatchObject({
    mrkdwn: false,
    link_names: false,
    parse: 'none',
  })
  expect(chats.ntfy(note, urls.ntfy).body).toMatchObject({ topic: 'topic', click: ours })
})

test.each([
  [plain, 'a@b.c 12:30 Re:x', `a@${gap}b.${gap}c 12:30 Re:${gap}x`],
  [slack, 'R&D <b>', 'R&amp;D &lt;b&gt;'],
  [markdown, 'a*b_c', String.raw`a\*b\_c`],
])('%o writes %j as %j', (escape, text, written) => {
  expect(escape(text)).toBe(written)
})

test('a text is not cut within a character', () => {
  expect(shortened('abc', 3)).toBe('abc')
  expect(shortened('ab😀d', 4)).toBe('ab…')
})
