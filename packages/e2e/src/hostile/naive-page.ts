import type { Mail } from '@mailstop/contract'

/**
 * The control: a page that shows a mail without any protection. What the watch does not record here, it
 * would not record in the product either.
 */
export function naivePage(mail: Mail): string {
  const { subject, from, to, reply_to: replyTo, html, text, attachments, headers } = mail
  const mailboxes = [...(from ? [from] : []), ...to, ...replyTo]
  const files = attachments.map(({ filename, content_type: type }) => `<li>${filename} ${type}`)
  const fields = headers.map(({ name, value }) => `<tr><th>${name}<td>${value}`)
  return [
    // The frame comes first, because some markup swallows everything after it.
    `<iframe width="1000" height="300" srcdoc="${(html ?? '').replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"></iframe>`,
    html ?? '',
    `<h1>${subject}</h1>`,
    ...mailboxes.map(({ name, address }) => `<a href="${address}">${name} ${address}</a>`),
    `<ul>${files.join('')}</ul><table>${fields.join('')}</table>`,
    `<div>${text ?? ''}</div>`,
  ].join('\n')
}
