export type Draft = {
  subject: string
  greeting: string
  paragraphs: string[]
  action: { label: string; url: string }
  closing: string
  /** The link that lets the reader stop mail that others cause. */
  stopUrl?: string
}

/**
 * An email as HTML that survives real mail programs: tables and inline styles, as Outlook lays out
 * with Word's engine; a button that is a coloured cell, so that it is one without images; the dark
 * colours in a style sheet, which programs that drop it do without. Nothing is loaded from anywhere.
 */
export function emailHtml(draft: Draft): string {
  const { subject, greeting, paragraphs, action, closing, stopUrl } = draft
  const url = escapeHtml(action.url)
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>${darkColours}</style>
</head>
<body class="page" style="margin:0;padding:0;background:#fbfbfc">
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(paragraphs[0] ?? '')}</div>
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="#fbfbfc">
<tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:520px">
<tr><td class="quiet" style="${font(15)};font-weight:600;color:#71717a;padding:0 0 16px">Mailstop</td></tr>
<tr><td class="card" bgcolor="#ffffff" style="background:#ffffff;border:1px solid #e7e7ec;border-radius:10px;padding:32px">
<h1 class="text" style="${font(19)};font-weight:600;color:#18181b;margin:0 0 20px">${escapeHtml(subject)}</h1>
${[greeting, ...paragraphs].map(paragraph).join('\n')}
<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:24px 0">
<tr><td class="button" bgcolor="#5b54d6" style="background:#5b54d6;border-radius:7px">
<a href="${url}" class="label" style="${font(15)};font-weight:600;color:#ffffff;text-decoration:none;display:inline-block;padding:11px 20px">${escapeHtml(action.label)}</a>
</td></tr>
</table>
${paragraph(closing)}
<p class="quiet" style="${font(12.5)};color:#71717a;margin:24px 0 0;word-break:break-all">If the button does not work, open this address: ${url}</p>${stopUrl === undefined ? '' : stopLine(stopUrl)}
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`
}

const font = (px: number) =>
  `font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;font-size:${px}px;line-height:1.55`

const paragraph = (words: string) =>
  `<p class="text" style="${font(15)};color:#18181b;margin:0 0 14px">${escapeHtml(words)}</p>`

export const stopWords = 'To stop these emails, open this link'

const stopLine = (stopUrl: string) => `
<p class="quiet" style="${font(12.5)};color:#71717a;margin:14px 0 0;word-break:break-all">${stopWords}: <a href="${escapeHtml(stopUrl)}" class="quiet" style="color:#71717a">
${escapeHtml(stopUrl)}</a></p>`

const darkColours = `@media (prefers-color-scheme: dark) {
.page { background: #0e0e11 !important }
.card { background: #141418 !important; border-color: #25252b !important }
.text { color: #ededf0 !important }
.quiet { color: #8e8e99 !important }
.button { background: #8b85f5 !important }
.label { color: #0e0e11 !important }
}`

const entities = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&#39;'],
])

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => entities.get(character) ?? character)
}
