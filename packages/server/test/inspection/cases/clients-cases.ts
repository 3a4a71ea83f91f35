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
    fires: html(
      '<p style="display: grid">a</p>',
      '<style>a { color: lab(1% 1 1) }</style>',
      '<style>@media screen { a { display: grid } } .a, u + #body { gap: 1px }</style>',
      '<p>a</p><div style="opacity:0;display:grid">b</div>',
      '<!--[if !mso]><!-->a<!--<![endif]--><p style="display: grid">a</p>',
    ),
    spares: [
      { html: '<p style="display: grid">a</p>', options: { clients: ['apple-mail.ios'] } },
      ...html(
        '<p style="border-radius: 3px">a</p>',
        '<p style="color: red; color: lab(1% 1 1)">a</p>',
        '<table role="presentation" dir="ltr" lang="en" aria-label="a" title="a"><tr><td>a</td></tr></table>',
        '<div style="display:none;max-height:0;opacity:0;overflow:hidden;mso-hide:all">b</div><p>a</p>',
        '<!--[if !mso]><!--><div style="display: grid">a</div><!--<![endif]-->',
        '<link rel="preconnect" href="https://fonts.gstatic.com"><link rel="stylesheet" href="https://fonts.googleapis.com/css?family=Inter"><style>@import url(https://fonts.googleapis.com/css?family=Inter); @font-face { font-family: Inter; src: url(https://example.com/a.woff2) }</style>',
        '<td style="background-color: #fff; background-image: linear-gradient(red, blue)">a</td>',
        '<table><tr><td bgcolor="#fff" style="background-image: linear-gradient(red, blue)">a</td></tr></table>',
        '<a href="#">a</a>',
        '<p style="word-spacing:normal;table-layout:fixed;border-spacing:0;font-family:system-ui,sans-serif;text-decoration-line:none;word-break:break-word">a</p>',
        '<style>@goodbye { @gmail } .a > .b { display: grid }</style>',
        '<style media="screen and (min-width:480px)">.a { display: grid }</style>',
        ...'a[x-apple-data-detectors]|u + #body a|[data-ogsc] .a|*|.moz-text-html .a|#outlook a|.ReadMsgBody|.ExternalClass, .ExternalClass p|.preheader'
          .split('|')
          .map((selector) => `<style>${selector} { gap: 1px }</style>`),
        ...[
          'screen and (-webkit-min-device-pixel-ratio:0)',
          'only screen and (max-width:600px)',
        ].map((media) => `<style>@media ${media} { .a > .b { display: grid } }</style>`),
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
