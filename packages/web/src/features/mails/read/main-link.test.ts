import { expect, test } from 'vitest'
import { mainLink } from './main-link.ts'

type Link = { text: string | null; href: string }
const link = (text: string | null, href: string): Link => ({ text, href })

test.each<[string, Link[], string | null]>([
  [
    'what a link says',
    [link('Home', 'https://a.test/'), link('Verify your email', 'https://a.test/x/1')],
    'https://a.test/x/1',
  ],
  [
    'where it leads when it says nothing',
    [link('Home', 'https://a.test/'), link('here', 'https://a.test/password/reset/1')],
    'https://a.test/password/reset/1',
  ],
  [
    'an address that is written out',
    [link('https://a.test/invite/9', 'https://a.test/invite/9')],
    'https://a.test/invite/9',
  ],
  [
    'what it says before where it leads',
    [link('Logo', 'https://a.test/?utm=login'), link('Accept the invitation', 'https://a.test/9')],
    'https://a.test/9',
  ],
  ['not to unsubscribe', [link('Confirm unsubscribe', 'https://a.test/unsubscribe')], null],
  ['not an image without an address that says it', [link(null, 'https://a.test/9')], null],
  ['not a host', [link('Home', 'https://login.test/')], null],
  ['not a script', [link('Verify', 'javascript:alert(1)')], null],
  ['not an address of mail', [link('Verify', 'mailto:a@b.test')], null],
  ['nothing', [], null],
])('a link of a mail: %s counts', (_, links, href) => {
  expect(mainLink(links)?.href ?? null).toBe(href)
})
