import type { SharedPart, SharedView } from '@mailstop/contract'
import { pageOfMail } from './described-mail.ts'
import { viewMail, type View } from './view.ts'

/** What the page of a link says around a mail, and what it shows of it. */
export type SharedPage = {
  subject: string
  from: string
  to: string
  date: string
  /** How long the link works. */
  end: string
  shows: readonly SharedPart[]
  view: SharedView | undefined
  /** Whether images of the web are shown. */
  images: boolean
  /** Goes with each link of the page; empty: none. */
  key: string
}

/**
 * Makes the page of a link: our head, and below it the page of the mail in a frame without scripts and without an origin, so
 * that nothing of the mail stands over the head. No script runs on it: each view is a page.
 */
export async function sharedPage(bytes: Uint8Array, asked: SharedPage): Promise<Uint8Array> {
  const mail = await viewMail(bytes)
  const views = viewNames.filter((name) =>
    name === 'headers' ? asked.shows.includes(name) : mail[name] !== null,
  )
  const view = views.find((name) => name === asked.view) ?? views[0] ?? 'text'
  const linkTo = (query: Record<string, string>) =>
    escaped(`?${new URLSearchParams(asked.key ? { ...query, key: asked.key } : query).toString()}`)
  const html = view === 'html' ? ((await pageOfMail(bytes, { opensOutside: true })) ?? '') : ''
  const asksForImages = view === 'html' && !asked.images && remoteImage.test(html)
  const head = [
    `<h1><bdi>${escaped(asked.subject)}</bdi></h1>`,
    `<dl>${factsOf(asked)}</dl>`,
    filesOf(mail, { ...asked, view }, linkTo),
    `<div class="row"><nav aria-label="Views">${views
      .map((name) => linkOf(name, linkTo({ view: name }), name === view))
      .join('')}</nav>`,
    asksForImages
      ? `<a class="button" href="${linkTo({ images: 'true' })}">Show images of the web</a>`
      : '',
    `</div>`,
    mail.problem === 'cut' ? '<p>A part of this message is too long to be shown.</p>' : '',
  ]
  const page = documentOf({
    head: head.join(''),
    main:
      view === 'html'
        ? frameOf(asksForImages ? html + hidesBlocked : html)
        : `<pre dir="auto">${textOf(mail, view)}</pre>`,
    foot: `Caught while mail was tested, and shared with you by a member of the team. ${asked.end}`,
  })
  return new TextEncoder().encode(page)
}

/** A page that has nothing of a mail; with `button`, a form that asks for the mail. */
export const plainPage = ({
  title,
  text,
  button,
}: {
  title: string
  text: string
  button?: string
}): string =>
  documentOf({
    head: `<h1>${escaped(title)}</h1><p>${escaped(text)}</p>`,
    main: button
      ? `<form method="post"><button class="button main">${escaped(button)}</button></form>`
      : '',
    foot: 'Mailstop',
    isAlone: true,
  })

const viewNames: SharedView[] = ['html', 'text', 'headers']
const viewLabels: Record<SharedView, string> = { html: 'HTML', text: 'Text', headers: 'Headers' }

const remoteImage =
  /(?:src|srcset|background|poster)=["']?\s{0,9}(?:https?:)?\/\/|url\(["']?(?:https?:)?\/\//i

/** An image that is not fetched would be the sign of a broken one; with an alternative text, that is shown. */
const hidesBlocked = `<style>${['http:', 'https:', '//']
  .map((start) => `img[src^="${start}" i]:is([alt=""],:not([alt]))`)
  .join(',')}{visibility:hidden}</style>`

const escaped = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')

function factsOf({ from, to, date }: SharedPage): string {
  return [
    ['From', from],
    ['To', to],
    ['Date', date],
  ]
    .filter(([, value]) => value !== '')
    .map(([name, value = '']) => `<dt>${name}</dt><dd><bdi>${escaped(value)}</bdi></dd>`)
    .join('')
}

const linkOf = (name: SharedView, href: string, isCurrent: boolean) =>
  `<a href="${href}"${isCurrent ? ' aria-current="page"' : ''}>${viewLabels[name]}</a>`

function filesOf(
  { attachments }: View,
  { shows, view }: SharedPage,
  linkTo: (query: { file: string }) => string,
): string {
  const files = [
    // The html shows its own images.
    ...(shows.includes('files')
      ? attachments.filter(({ inline }) => !inline || view !== 'html')
      : []),
    ...(shows.includes('source') ? [{ key: 'source', filename: 'The message as EML' }] : []),
  ]
  if (files.length === 0) return ''
  const items = files.map(
    ({ key, filename }) =>
      `<li><a href="${linkTo({ file: key })}" download>${escaped(filename)}</a></li>`,
  )
  return `<ul aria-label="Files">${items.join('')}</ul>`
}

function textOf({ text, headers }: View, view: SharedView): string {
  if (view === 'text') return escaped(text ?? 'This message has no text.')
  return headers.map(({ name, value }) => `${escaped(name)}: ${escaped(value)}`).join('\n')
}

/** The attribute `srcdoc` ends at its quote, and means what is escaped in it. */
const frameOf = (html: string): string =>
  `<iframe title="Message" sandbox="allow-popups allow-popups-to-escape-sandbox" srcdoc="${html
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')}"></iframe>`

type DocumentParts = { head: string; main: string; foot: string; isAlone?: boolean }

/**
 * The title says nothing of the mail: programs that people chat with show it. A form of a page without a referrer has no
 * origin, and is refused as that of another site; so the page names itself to this server. Without an empty icon, browsers
 * ask for one that the policy of the page does not allow.
 */
const documentOf = ({ head, main, foot, isAlone = false }: DocumentParts): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Shared message · Mailstop</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex, nofollow"><link rel="icon" href="data:,">
${isAlone ? '<meta name="referrer" content="same-origin">' : ''}<style>${style}</style></head>
<body${isAlone ? ' class="alone"' : ''}>${isAlone ? `<main>${head}${main}</main>` : `<header>${head}</header><main>${main}</main>`}${foot && `<footer>${escaped(foot)}</footer>`}</body></html>`

const style = `
:root{color-scheme:light dark;--bg:#fbfbfc;--surface:#fff;--line:#e7e7ec;--line-strong:#d6d6de;--ink:#18181b;--ink-2:#52525b;--accent:#5b54d6;--on-accent:#fff;--hover:#f3f3f6}
@media (prefers-color-scheme:dark){:root{--bg:#0e0e11;--surface:#141418;--line:#25252b;--line-strong:#35353d;--ink:#ededf0;--ink-2:#b4b4bd;--accent:#8b85f5;--on-accent:#0e0e11;--hover:#1c1c22}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:flex;flex-direction:column;background:var(--bg);color:var(--ink);font:14px/1.5 Inter,ui-sans-serif,system-ui,sans-serif}
header,footer{padding:16px 24px;overflow-wrap:anywhere}
header{padding-bottom:0;background:var(--surface)}
h1{margin:0 0 8px;font-size:19px;line-height:1.3;font-weight:600;letter-spacing:-.01em}
dl{display:grid;grid-template-columns:max-content 1fr;gap:2px 12px;margin:0 0 12px}
dt,footer,p{color:var(--ink-2)}
dd{margin:0;max-height:4.5em;overflow:auto}
p{margin:0 0 12px}
ul{display:flex;flex-wrap:wrap;gap:6px 16px;margin:0 0 12px;padding:0;list-style:none;max-height:9em;overflow:auto}
a{color:var(--accent)}
a:focus-visible,button:focus-visible,iframe:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
.row{display:flex;flex-wrap:wrap;align-items:center;justify-content:space-between;gap:8px;border-bottom:1px solid var(--line);margin:0 -24px;padding:0 24px}
nav{display:flex;gap:20px}
nav a{padding:9px 0;color:var(--ink-2);text-decoration:none;border-bottom:2px solid transparent;margin-bottom:-1px}
nav a:hover{color:var(--ink)}
nav a[aria-current]{color:var(--ink);font-weight:550;border-bottom-color:var(--accent)}
.button{display:inline-block;font:inherit;font-size:13px;font-weight:550;color:var(--ink);background:var(--surface);border:1px solid var(--line-strong);border-radius:7px;padding:4px 12px;text-decoration:none;cursor:pointer}
.button:hover{background:var(--hover)}
.button.main{font-size:14px;padding:8px 16px;color:var(--on-accent);background:var(--accent);border-color:transparent}
.button.main:hover{background:var(--accent);opacity:.92}
main{flex:1;display:flex;flex-direction:column}
iframe{flex:1;width:100%;min-height:70vh;border:0;background:#fff;color-scheme:light}
pre{margin:0;padding:16px 24px;font:13px/1.55 ui-monospace,Menlo,Consolas,monospace;white-space:pre-wrap;overflow-wrap:anywhere}
footer{border-top:1px solid var(--line);padding-block:10px;font-size:12.5px}
.alone footer{margin-top:auto}
.alone main{flex:none;margin:18vh auto 0;padding:0 24px;max-width:440px;width:100%}
@media (pointer:coarse){.button{padding-block:8px}nav a{padding-block:10px}}
@media (forced-colors:active){nav a:not([aria-current]){border-bottom:0}.button{border-color:ButtonText}}
@media (max-width:480px){header,footer,pre{padding-inline:16px}.row{margin-inline:-16px;padding-inline:16px}}
`
