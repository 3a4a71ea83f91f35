import { expect, test } from 'vitest'
import { growthRatio, mostGrowth } from '../support/growth.ts'
import { checked, type TestMail } from './mail-of.ts'

const repeated = (unit: string, size: number) => unit.repeat(Math.ceil(size / unit.length))
const numbered = (size: number, unit: (at: number) => string) =>
  Array.from({ length: Math.ceil(size / 40) }, (_, at) => unit(at)).join('')
const withField = (name: string, value: string): TestMail => ({
  source: `From: a@a.example\r\n${name}: ${value}\r\n\r\nHello`,
})
const signature = 'v=1; a=rsa-sha256; d=a.example; s=s; h=from; bh=x; b=x'

// Each makes a mail of about so many bytes that is dear for one of the sections.
const mails: Record<string, (size: number) => TestMail> = {
  links: (size) => ({ html: repeated('<a href="https://a.example/">x</a> ', size) }),
  'links to other hosts': (size) => ({
    html: numbered(size, (at) => `<a href="https://a${at}.example/">b${at}.test</a>`),
  }),
  'links that differ in tracking': (size) => ({
    html: numbered(size, (at) => `<a href="https://a.example/?utm_source=${at}">x</a>`),
  }),
  'links in text': (size) => ({ text: numbered(size, (at) => `http://a${at}.example/ `) }),
  'links without an address': (size) => ({ html: repeated('<a href="">x\n', size) }),
  'one link with much text': (size) => ({ html: `<a href="#x">${repeated('a b', size)}</a>` }),
  'one link with a long address': (size) => ({
    html: `<a href="https://a.example/${repeated('?a=http%3A', size)}">x</a>`,
  }),
  'addresses of many pieces': (size) => ({
    html: repeated(`<a href="https://a.example/${'a1/http:'.repeat(1_000)}">x</a>`, size),
  }),
  'a long subject': (size) => withField('Subject', repeated('A! ', size)),
  'a long sender': (size) => ({ headers: [`From: ${repeated('a.b (', size)} <a@a.example>`] }),
  'hidden elements': (size) => ({ html: repeated('<i style="display:none">', size) }),
  'elements without text': (size) => ({ html: repeated('<b> </b>', size) }),
  padding: (size) => ({ html: repeated('\u200c\u00a0', size) }),
  'a folded signature': (size) => withField('DKIM-Signature', repeated('\r\n a', size)),
  'a signature of many tags': (size) => withField('DKIM-Signature', repeated('a=b;', size)),
  signatures: (size) => ({
    source: `${repeated(`DKIM-Signature: ${signature}; l=${size}\r\n`, size)}\r\nHello`,
  }),
  'a signed body on one line': (size) => ({
    source: `DKIM-Signature: ${signature}; c=relaxed/relaxed\r\n\r\n${repeated('a  ', size * 4)}`,
  }),
  'a signed body of line feeds': (size) => ({
    source: `DKIM-Signature: ${signature}; c=relaxed/relaxed\r\n\r\n${repeated('\n', size)}`,
  }),
}

test.each(Object.entries(mails))(
  'a mail with %s costs time in proportion to its size',
  async (_, make) => {
    expect(await growthRatio(128 * 1024, make, checked, mostGrowth)).toBeLessThanOrEqual(mostGrowth)
  },
)
