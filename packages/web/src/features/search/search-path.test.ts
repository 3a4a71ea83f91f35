import { expect, test } from 'vitest'
import { searchPath } from './search-path.ts'

test.each([
  ['/inbox', '', 'a b', '/inbox?q=a+b'],
  ['/inbox/7', '?filter=unread&q=old', 'new', '/inbox/7?filter=unread&q=new'],
  ['/inbox', '?sndr=a%40x.test&rcpt=b', 'new', '/inbox?q=new'],
  ['/inbox/7', '?q=old', '', '/inbox/7'],
  ['/integrations', '?q=other', 'new', '/inbox?q=new'],
  ['/inboxes', '', 'new', '/inbox?q=new'],
])('from %s%s the search %j leads to %s', (pathname, search, q, path) => {
  expect(searchPath(pathname, search, q)).toBe(path)
})
