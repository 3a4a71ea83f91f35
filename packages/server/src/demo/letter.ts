/** The look of one sender: every letter it sends shares it, as a real product's letters do. */
export type Brand = {
  name: string
  /** Set in front of the name, in the accent. */
  mark: string
  accent: string
  /** Behind the card. */
  ground: string
  address: string
}

const font = `-apple-system, 'Segoe UI', Inter, Roboto, 'Helvetica Neue', Arial, sans-serif`

/**
 * A whole HTML letter in the table layout that mail programs agree on: a hidden preview line, the
 * brand, a card, a footer, and colours of its own for dark programs.
 */
export function letter(brand: Brand, { preview, body }: { preview: string; body: string }): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<style>
  body { margin: 0; background: ${brand.ground}; }
  .card { background: #ffffff; color: #1d2129; }
  .soft { color: #646b78; }
  .line { border-top: 1px solid #eaecf0; }
  h1 { margin: 0 0 10px; font-size: 24px; line-height: 1.25; letter-spacing: -0.02em; }
  p { margin: 0 0 16px; }
  .card > :last-child { margin-bottom: 0 !important; }
  @media (max-width: 480px) { .card { padding: 28px 22px !important; } }
  @media (prefers-color-scheme: dark) {
    body, .ground { background: #15171c !important; }
    .card { background: #1f2229 !important; color: #e8eaee !important; }
    .soft { color: #a0a6b2 !important; }
    .line { border-color: #343843 !important; }
  }
</style>
</head>
<body>
<div style="display:none;max-height:0;overflow:hidden">${preview}</div>
<table role="presentation" class="ground" width="100%" cellpadding="0" cellspacing="0" style="background:${brand.ground};font:15px/1.6 ${font}">
<tr><td align="center" style="padding:36px 16px 44px">
  <table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:540px;table-layout:fixed">
  <tr><td style="padding:0 4px 18px;font-size:16px;font-weight:700;letter-spacing:-0.01em"><span class="soft" style="color:${brand.accent}">${brand.mark}&nbsp; ${brand.name}</span></td></tr>
  <tr><td class="card" style="padding:36px 40px;border-radius:14px;background:#ffffff;color:#1d2129">
${body}
  </td></tr>
  <tr><td class="soft" style="padding:20px 4px 0;font-size:12.5px;line-height:1.6;color:#646b78">${brand.address}</td></tr>
  </table>
</td></tr>
</table>
</body>
</html>
`
}

/** The one thing the letter asks for. */
export function button(brand: Brand, text: string, url: string): string {
  return `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:8px 0 20px"><tr><td style="border-radius:9px;background:${brand.accent}"><a href="${url}" style="display:inline-block;padding:11px 22px;color:#ffffff;font-weight:600;text-decoration:none">${text}</a></td></tr></table>`
}

export const soft = (text: string): string => `<p class="soft" style="color:#646b78">${text}</p>`

export const small = (text: string): string =>
  `<p class="soft" style="margin:0;font-size:13px;color:#646b78">${text}</p>`

/** Rows of a label and a value; the last one is the sum when `total` is set. */
export function rows(values: readonly (readonly [string, string])[], total = false): string {
  const cell = (text: string, index: number, right: boolean) => {
    const isTotal = total && index === values.length - 1
    const weight = isTotal ? ';font-weight:700;font-size:17px' : ''
    return `<td class="line" style="padding:11px 0;border-top:1px solid #eaecf0${right ? ';text-align:end;font-variant-numeric:tabular-nums' : ''}${weight}">${text}</td>`
  }
  const lines = values.map(
    ([label, value], index) => `<tr>${cell(label, index, false)}${cell(value, index, true)}</tr>`,
  )
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:6px 0 20px;border-collapse:collapse">${lines.join('')}</table>`
}
