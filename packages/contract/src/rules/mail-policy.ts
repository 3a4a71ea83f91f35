/**
 * The content policy of a mail's html, in the reader's frame and in a tab of its own: its own styles, and images, fonts
 * and style sheets from the web only with `images`. With `none` it has not even the images that it brings.
 */
export function mailPolicy(images: boolean | 'none'): string {
  const web = images === true ? ' http: https:' : ''
  const shown = images === 'none' ? "'none'" : `data:${web}`
  return `default-src 'none'; style-src 'unsafe-inline'${web}; img-src ${shown}; font-src data:${web}; form-action 'none'`
}
