import type { RuleCases, TestMail } from '../mail-of.ts'

/** A mail that no rule of accessibility has anything to say about. */
const page = (body: string, head = ''): TestMail => ({
  html: `<!doctype html><html lang="en"><head><title>Your order</title>${head}</head><body><div lang="en">${body}</div></body></html>`,
})
const styled = (css: string, body: string) => page(body, `<style>${css}</style>`)
const pages = (...bodies: string[]) => bodies.map((body) => page(body))
const fine = '<p>Your order is on its way.</p>'
const sentence = 'One two three four five six seven eight nine ten. '

/** Outlook writes tables so, and people who do without th. */
const bordered = [
  '<table class="MsoTableGrid" border="1"><tr><td>Item</td></tr><tr><td>Shoe</td></tr></table>',
  '<table border="1"><tr><td><b>Item</b></td><td><b>Price</b></td></tr><tr><td>Shoe</td><td>9</td></tr></table>',
]

export const accessibilityCases: RuleCases = {
  'accessibility.lang': {
    fires: [
      { html: `<!doctype html><html><head><title>t</title></head><body>${fine}</body></html>` },
      { html: `<!doctype html><html lang=" "><title>t</title>${fine}</html>` },
      { html: fine },
    ],
    spares: pages(fine),
  },
  'accessibility.lang-wrapper': {
    fires: [{ html: `<!doctype html><html lang="en"><title>t</title>${fine}</html>` }],
    spares: [page(fine), { html: fine }],
  },
  'accessibility.dir': {
    fires: pages('<p>مرحبا بك في متجرنا</p>', '<p>שלום, ההזמנה שלך בדרך</p>'),
    spares: pages(
      '<p dir="rtl">مرحبا بك في متجرنا</p>',
      '<p>The word مرحبا means hello.</p>',
      fine,
    ),
  },
  'accessibility.title': {
    fires: [
      { html: `<!doctype html><html lang="en"><head></head><body>${fine}</body></html>` },
      { html: `<!doctype html><html lang="en"><title> </title><body>${fine}</body></html>` },
    ],
    spares: pages(fine),
  },
  'accessibility.viewport': {
    fires: ['user-scalable=no', 'width=device-width, maximum-scale=1', 'user-scalable=0'].map(
      (content) => page(fine, `<meta name="viewport" content="${content}">`),
    ),
    spares: ['width=device-width, initial-scale=1', 'maximum-scale=5', 'user-scalable=yes'].map(
      (content) => page(fine, `<meta name="viewport" content="${content}">`),
    ),
  },
  'accessibility.duplicate-id': {
    fires: pages('<p id="a">One</p><p id="a">Two</p>'),
    spares: pages('<p id="a">One</p><p id="A">Two</p>', '<p id="">One</p><p id="">Two</p>'),
  },
  'accessibility.image-alt': {
    fires: pages(
      '<img src="https://example.com/a.png" width="600">',
      '<a href="https://example.com/">Shop <img src="https://example.com/a.png"></a>',
    ),
    spares: pages(
      '<img src="https://example.com/a.png" alt="A red shoe">',
      '<img src="https://example.com/a.png" alt="">',
      '<img src="https://example.com/a.png" role="presentation">',
      '<img src="https://example.com/a.png" title="A red shoe">',
      '<img src="https://example.com/a.png" aria-label="A red shoe">',
      '<div style="display:none"><img src="https://example.com/a.png"></div>',
      '<img src="https://example.com/open.gif" width="1" height="1">',
    ),
  },
  'accessibility.alt-file-name': {
    fires: pages('<img src="https://example.com/a.png" alt="header_v2-final.png">'),
    spares: pages('<img src="https://example.com/a.png" alt="How to save a file as photo.png">'),
  },
  'accessibility.link-name': {
    fires: pages(
      '<a href="https://example.com/"></a>',
      '<a href="https://example.com/"> &nbsp;<span></span></a>',
      '<a href="https://example.com/"><img src="https://example.com/a.png" alt=""></a>',
      '<a href="https://example.com/"><span style="display:none">Hidden</span></a>',
    ),
    spares: pages(
      '<a href="https://example.com/">Your order</a>',
      '<a href="https://example.com/"><table role="none"><tr><td>Your order</td></tr></table></a>',
      '<a href="https://example.com/"><img src="https://example.com/a.png" alt="Our shop"></a>',
      '<a href="https://example.com/" aria-label="Our shop"></a>',
      '<a href="https://example.com/" title="Our shop"></a>',
      '<a name="top"></a>',
      '<div style="display:none"><a href="https://example.com/"></a></div>',
    ),
  },
  'accessibility.link-text': {
    fires: pages(
      ...[
        'Click here|READ MORE »|<b>here</b>.|Klicken Sie hier|En savoir plus|Haz clic aquí|Clicca qui',
        'Clique aqui|Lees meer|Kliknij tutaj|Läs mer|Подробнее…|こちらをクリック|点击这里',
      ]
        .flatMap((texts) => texts.split('|'))
        .map((text) => `<a href="https://example.com/">${text}</a>`),
    ),
    spares: pages(
      '<a href="https://example.com/">Read more about shoes</a>',
      '<a href="https://example.com/" aria-label="Track your order">here</a>',
      '<p>Click here</p>',
    ),
  },
  'accessibility.adjacent-links': {
    fires: pages(
      '<a href="https://example.com/1"><img src="https://example.com/a.png" alt="Shoe"></a> <a href="https://example.com/1">Red shoe</a>',
    ),
    spares: pages(
      '<a href="https://example.com/1">Red shoe</a> <a href="https://example.com/2">Blue shoe</a>',
      '<a href="https://example.com/1">Red shoe</a> or <a href="https://example.com/1">this shoe</a>',
    ),
  },
  'accessibility.layout-table': {
    fires: pages('<table><tr><td>Left</td><td>Right</td></tr></table>'),
    spares: pages(
      '<table role="presentation"><tr><td>Left</td><td>Right</td></tr></table>',
      '<table role="none"><tr><td>Left</td><td>Right</td></tr></table>',
      '<table><tr><th>Item</th><th>Price</th></tr><tr><td>Shoe</td><td>9</td></tr></table>',
      ...bordered,
    ),
  },
  'accessibility.table-headers': {
    fires: pages(
      ...bordered,
      '<table><caption>Items</caption><tr><td>Shoe</td><td>9</td></tr></table>',
      `<table>${'<tr><td>Shoe</td><td>9</td></tr>'.repeat(3)}</table>`,
      '<table><tr><th>Item</th><th>Price</th></tr></table>',
      '<table><tr><td>Shoe</td><td>9</td></tr><tr><th>Item</th><th>Price</th></tr></table>',
    ),
    spares: pages(
      '<table><tr><th>Item</th><th>Price</th></tr><tr><td>Shoe</td><td>9</td></tr></table>',
      '<table><tr><th scope="row">Shoe</th><td>9</td></tr><tr><th scope="row">Sum</th><td>9</td></tr></table>',
      `<table role="none">${'<tr><td>Shoe</td><td>9</td></tr>'.repeat(3)}</table>`,
      '<table><tr><td>One</td></tr><tr><td>Two</td></tr><tr><td>Three</td></tr></table>',
      '<table><tr><th colspan="2">Order</th></tr><tr><td>Shoe</td><td>9</td></tr></table>',
    ),
  },
  'accessibility.empty-heading': {
    fires: pages(
      '<h1></h1>',
      '<h2> &nbsp; </h2>',
      '<h3><img src="https://example.com/a.png" alt=""></h3>',
    ),
    spares: pages(
      '<h1>Your order</h1>',
      '<h1><img src="https://example.com/a.png" alt="Our shop"></h1>',
      '<h1 style="display:none"></h1>',
    ),
  },
  'accessibility.headings': {
    fires: pages('<h1>Order</h1><h3>Items</h3>', `<p>${sentence.repeat(31)}</p>`.repeat(31)),
    spares: pages(
      '<h1>Order</h1><h2>Items</h2><h3>Shoes</h3><h2>Address</h2>',
      '<h2>Order</h2><h1>Items</h1>',
      `<p>${sentence.repeat(3)}</p>`.repeat(9),
    ),
  },
  'accessibility.small-text': {
    fires: [
      ...pages('<p style="font-size:11px">Terms</p>', '<p style="font:8pt Arial">Terms</p>'),
      ...pages(
        '<div style="font-size:10px"><p>Terms</p></div>',
        '<p style="font-size:70%">Terms</p>',
      ),
      styled('.small { font-size: 11px }', '<p class="small">Terms</p>'),
    ],
    spares: [
      ...pages('<p style="font-size:12px">Terms</p>', '<p style="font-size:9pt">Terms</p>'),
      ...pages(
        '<p style="font-size:0">&nbsp;</p>',
        '<p style="font-size:1px;display:none">Terms</p>',
      ),
      ...pages('<div style="font-size:10px"><p style="font-size:16px">Terms</p></div>'),
      styled('@media (max-width:600px) { p { font-size: 10px } }', '<p>Terms</p>'),
    ],
  },
  'accessibility.dark-contrast': {
    fires: pages(
      '<p style="background:#ffb347;color:#000">Terms apply</p>',
      '<p style="background:#8a8a8a;color:#001a4d">Terms apply</p>',
    ),
    spares: pages(
      fine,
      '<p style="background:#ffb347;color:#000;display:none">Terms apply</p>',
      '<p style="background:#0b57d0;color:#fff">Terms apply</p>',
      '<p style="background:url(a.png) #ffb347;color:#000">Terms apply</p>',
    ),
  },
  'accessibility.contrast': {
    fires: [
      ...pages(
        '<p style="color:#999">Terms apply</p>',
        '<p style="color:rgba(0,0,0,.3)">Terms apply</p>',
        '<div style="background:#333"><p style="color:#555555">Terms apply</p></div>',
        '<table role="none" bgcolor="#ffcc00"><tr><td style="color:white">Terms apply</td></tr></table>',
        '<font color="#cccccc">Terms apply</font>',
        '<p style="color:hsl(0 0% 70%)">Terms apply</p>',
        '<p style="font-size:30px;color:#aaa">Terms apply</p>',
      ),
      styled('.faint { color: #aaa }', '<p class="faint">Terms apply</p>'),
      styled('#faint { color: #aaa } p { color: #000 }', '<p id="faint">Terms apply</p>'),
      styled('td, p { color: #aaa }', '<p>Terms apply</p>'),
      styled('.a { color: #000 } .b { color: #aaa }', '<p class="b a">Terms apply</p>'),
      styled('p { color: #aaa !important }', '<p style="color:#000">Terms apply</p>'),
      styled('.box { background-color: #555 }', '<div class="box"><p>Terms apply</p></div>'),
      styled('p { color: #aaa } p:hover { color: #000 }', '<p>Terms apply</p>'),
      styled('p { color: #aaa } [data-ogsc] p { color: #000 }', '<p>Terms apply</p>'),
      styled('@media screen { p { color: #aaa } }', '<p>Terms apply</p>'),
    ],
    spares: [
      ...pages(
        '<p style="color:#767676">Terms apply</p>',
        '<p style="font-size:24px;color:#949494">Terms apply</p>',
        '<p style="font-size:19px;font-weight:bold;color:#949494">Terms apply</p>',
        '<div style="background:#000"><p style="color:#999">Terms apply</p></div>',
        '<div style="display:none;color:#fafafa">A line for the list of mail</div>',
        '<div style="max-height:0;overflow:hidden;color:#fafafa">A line for the list of mail</div>',
        '<p style="color:#fff">Hidden in the colour of its ground</p>',
        '<p style="color:#ccc">·</p>',
        '<a href="https://example.com/">A link as browsers draw it</a>',
      ),
      styled('.faint { color: #aaa }', '<p class="faint" style="color:#000">Terms apply</p>'),
      styled('.b { color: #aaa } .a { color: #000 }', '<p class="a b">Terms apply</p>'),
      styled('@media (prefers-color-scheme: dark) { p { color: #ccc } }', '<p>Terms apply</p>'),
      styled('@media print { p { color: #ccc } }', '<p>Terms apply</p>'),
      styled('div p { color: #000 } p { color: #aaa }', '<p>Terms apply</p>'),
    ],
  },
  'accessibility.contrast-unknown': {
    fires: [
      ...pages(
        '<div style="background:url(https://example.com/a.png)"><p>Terms apply</p></div>',
        '<div style="background:linear-gradient(red, blue)"><p>Terms apply</p></div>',
        '<p style="color:var(--ink)">Terms apply</p>',
        '<table role="none"><tr><td background="https://example.com/a.png">Terms apply</td></tr></table>',
      ),
      styled('div p { color: #aaa }', '<p>Terms apply</p>'),
      styled('p:nth-child(1) { color: #aaa }', '<p>Terms apply</p>'),
    ],
    spares: [
      page(fine),
      styled('div p { color: #aaa }', '<p style="color:#000">Terms apply</p>'),
      styled('ul p { color: #aaa }', '<p>Terms apply</p>'),
      styled('div p { margin: 0 }', '<p>Terms apply</p>'),
    ],
  },
  'accessibility.text-effects': {
    fires: pages(
      '<p style="text-align:justify">Terms</p>',
      '<p align="justify">Terms</p>',
      '<marquee>Sale</marquee>',
    ),
    spares: pages('<p style="text-align:left">Terms</p>', '<p style="text-justify:auto">Terms</p>'),
  },
  'accessibility.vml': {
    fires: pages(
      '<!--[if mso]><v:image src="https://example.com/a.png" style="width:600px" /><![endif]-->',
      '<!--[if mso]><v:roundrect href="https://example.com/"><center>Order</center></v:roundrect><![endif]-->',
    ),
    spares: pages(
      '<!--[if mso]><v:image src="https://example.com/a.png" alt="A shoe" /><![endif]-->',
      '<!--[if mso]><v:rect fill="true"><v:fill src="https://example.com/a.png" /></v:rect><![endif]-->',
    ),
  },
}
