/**
 * The content policy of a mail's html, in the reader's frame and in a tab of its own: its own styles, and images, fonts
 * and style sheets from the web only with `images`.
 */
export function mailPolicy(images: boolean): string {
  const web = images ? ' http: https:' : ''
  return `default-src 'none'; style-src 'unsafe-inline'${web}; img-src data:${web}; font-src data:${web}; form-action 'none'`
}
