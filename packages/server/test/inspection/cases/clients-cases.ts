import type { RuleCases } from '../mail-of.ts'

const html = (...each: string[]) => each.map((one) => ({ html: one }))

export const clientsCases: RuleCases = {
  'clients.script': {
    fires: html('<script>a()</script>', '<script type="text/javascript" src="a.js"></script>'),
    spares: html(
      '<script type="application/ld+json">{"@type":"Order"}</script>',
      '<noscript>a</noscript>',
    ),
  },
  'clients.removed': {
    fires: html(
      '<iframe src="https://example.com"></iframe>',
      '<object data="a.pdf"></object>',
      '<embed src="a.svg">',
      '<form action="https://example.com"><input name="a"></form>',
    ),
    spares: html('<a href="https://example.com/form">iframe</a>', '<img src="a.png" alt="a">'),
  },
  'clients.external-style': {
    fires: html('<link rel="stylesheet" href="https://example.com/a.css">'),
    spares: html(
      '<link rel="stylesheet" href="https://fonts.googleapis.com/css?family=Inter">',
      '<link rel="icon" href="https://example.com/a.ico">',
      '<style>a { color: red }</style>',
    ),
  },
  'clients.unsupported': {
    fires: html('<p style="display: grid">a</p>', '<style>a { color: lab(1% 1 1) }</style>'),
    spares: [
      { html: '<p style="display: grid">a</p>', options: { clients: ['apple-mail.ios'] } },
      ...html(
        '<p style="border-radius: 3px">a</p>',
        '<p style="color: red; color: lab(1% 1 1)">a</p>',
      ),
    ],
  },
  'clients.refinement': {
    fires: html('<p style="border-radius: 3px">a</p>'),
    spares: html('<p style="border: 3px">a</p>'),
  },
  'clients.with-fallback': {
    fires: html('<p style="color: red; color: lab(1% 1 1)">a</p>'),
    spares: html('<p style="color: lab(1% 1 1)">a</p>', '<p style="color: red; color: blue">a</p>'),
  },
}
