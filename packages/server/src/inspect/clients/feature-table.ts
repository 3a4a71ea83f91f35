/**
 * What each feature of caniemail looks like. A mail is read to tokens, and a token is looked up here, so that the time
 * is linear in the mail whatever it contains. The tokens:
 *
 * `<audio>` an element, `[role]` an attribute, `input[type=radio]` with its value ·
 * `width:` a property, `display:grid` with a keyword, `=initial` a keyword of any, `!important` ·
 * `calc()` a function, `1vh` a unit · `@media`, `@media(hover)` an at-rule, a media feature ·
 * `:hover`, `::after`, `+` what selectors are made of · `.png` an image of that type
 */
type Tokens = readonly string[]

const words = (text: string) => text.trim().split(/\s+/)

/** One feature for each name: the slug is the name after a prefix, and so is its token. */
const each = (prefix: string, names: string, token: (name: string) => string): [string, Tokens][] =>
  words(names).map((name) => [`${prefix}${name}`, [token(name)]])

const sides = words('top right bottom left')
const aspects = words('width style color')
const ends = words('inline-start inline-end block-start block-end')
const axes = words('inline block')
const property = (...names: string[]): Tokens => names.map((name) => `${name}:`)

const named: [string, Tokens][] = [
  ...each(
    'css-',
    `accent-color align-items aspect-ratio backdrop-filter background-blend-mode background-clip background-color
    background-image background-origin background-position background-repeat background-size background
    border-collapse border-spacing box-shadow box-sizing caption-side clear clip-path color-scheme column-count cursor
    direction display empty-cells filter flex-direction flex-wrap float font-kerning font-size-adjust font-size
    font-stretch font-weight font height hyphenate-character hyphenate-limit-chars hyphens inline-size
    justify-content letter-spacing line-height list-style-image list-style-position list-style-type list-style
    max-block-size max-height max-inline-size max-width min-block-size min-height min-inline-size
    min-width mix-blend-mode object-fit object-position opacity orphans outline-offset overflow-wrap
    position resize shape-margin shape-outside tab-size table-layout text-align-last text-align text-decoration-color
    text-decoration-line text-decoration-skip-ink text-decoration-style text-decoration-thickness text-decoration
    text-emphasis-position text-indent text-justify text-orientation text-overflow text-shadow text-transform
    text-underline-offset text-underline-position transform user-select vertical-align visibility
    white-space-collapse white-space widows width word-break word-spacing word-wrap writing-mode z-index`,
    (name) => `${name}:`,
  ),
  ...each(
    'css-pseudo-class-',
    `active checked default first-child first-of-type focus-visible focus-within focus has hover lang last-child
    last-of-type link not nth-child nth-last-child nth-last-of-type nth-of-type only-child only-of-type target
    visited`,
    (name) => `:${name}`,
  ),
  ...each(
    'css-pseudo-element-',
    'after before first-letter first-line marker placeholder',
    (name) => `::${name}`,
  ),
  ...each('css-unit-', 'ch cm em ex in mm pc pt px rem vh vmax vmin vw', (name) => `1${name}`),
  ...each('css-function-', 'clamp light-dark max min', (name) => `${name}()`),
  ...each('css-', 'rgb rgba', (name) => `${name}()`),
  ...each('css-', 'conic-gradient linear-gradient radial-gradient', (name) => `${name}()`),
  ...each('css-at-', 'font-face import keyframes media supports', (name) => `@${name}`),
  ...each(
    'css-at-media-',
    'device-pixel-ratio orientation prefers-color-scheme prefers-reduced-motion',
    (name) => `@media(${name})`,
  ),
  ...each(
    'html-',
    `abbr acronym address audio base bdi blockquote body code del dfn dialog div form hr img link marquee meter p
    picture pre progress rp rt ruby select small span strike strong style svg table textarea video wbr`,
    (name) => `<${name}>`,
  ),
  ...each(
    'html-',
    `align aria-describedby aria-hidden aria-label aria-labelledby aria-live background cellpadding cellspacing dir
    height hidden lang popover required role target valign width`,
    (name) => `[${name}]`,
  ),
  ...each(
    'html-input-',
    'checkbox hidden radio reset submit text',
    (name) => `input[type=${name}]`,
  ),
  ...each('html-button-', 'reset submit', (name) => `button[type=${name}]`),
  ...each('image-', 'apng avif bmp gif hdr ico jpg mp4 png svg webp', (name) => `.${name}`),
]

const described: Record<string, Tokens> = {
  amp: ['[amp4email]', '[⚡4email]'],
  'css-animation': property(
    'animation',
    ...words(
      'name duration timing-function delay iteration-count direction fill-mode play-state',
    ).map((part) => `animation-${part}`),
  ),
  'css-at-media-hover': ['@media(hover)', '@media(any-hover)'],
  'css-block-inline-size': property('block-size', 'inline-size'),
  'css-border': property(
    ...['border', ...sides.map((side) => `border-${side}`)].flatMap((border) => [
      border,
      ...aspects.map((aspect) => `${border}-${aspect}`),
    ]),
  ),
  'css-border-image': property(
    'border-image',
    ...words('source slice width outset repeat').map((part) => `border-image-${part}`),
  ),
  'css-border-inline-block': property(...axes.map((axis) => `border-${axis}`)),
  'css-border-inline-block-individual': property(
    ...ends.map((end) => `border-${end}`),
    ...axes.flatMap((axis) => aspects.map((aspect) => `border-${axis}-${aspect}`)),
  ),
  'css-border-inline-block-longhand': property(
    ...ends.flatMap((end) => aspects.map((aspect) => `border-${end}-${aspect}`)),
  ),
  'css-border-radius': property(
    'border-radius',
    ...words('top-left top-right bottom-right bottom-left').map((at) => `border-${at}-radius`),
  ),
  'css-border-radius-logical': property(
    ...words('start-start start-end end-start end-end').map((at) => `border-${at}-radius`),
  ),
  'css-column-layout-properties': property(
    'columns',
    ...words('count fill rule rule-color rule-style rule-width span width').map(
      (part) => `column-${part}`,
    ),
  ),
  'css-comments': ['/**/'],
  'css-display-flex': ['display:flex', 'display:inline-flex'],
  'css-display-grid': ['display:grid', 'display:inline-grid'],
  'css-display-none': ['display:none'],
  'css-gap': property('gap', 'column-gap', 'row-gap', 'grid-gap'),
  'css-grid-template': property(
    'grid-template',
    ...words('areas columns rows').map((part) => `grid-template-${part}`),
  ),
  'css-important': ['!important'],
  'css-inert-attribute': ['[inert]'],
  'css-inset': property('inset', ...[...axes, ...ends].map((part) => `inset-${part}`)),
  'css-intrinsic-size': words('=fit-content =min-content =max-content fit-content()'),
  'css-left-right-top-bottom': property(...sides),
  'css-margin': property('margin', ...sides.map((side) => `margin-${side}`)),
  'css-margin-block-start-end': property('margin-block-start', 'margin-block-end'),
  'css-margin-inline-block': property('margin-inline', 'margin-block'),
  'css-margin-inline-start-end': property('margin-inline-start', 'margin-inline-end'),
  'css-mask-image': property('mask-image', 'mask'),
  'css-modern-color': words('lch() oklch() lab() oklab()'),
  'css-nesting': ['&'],
  'css-outline': property('outline', ...aspects.map((aspect) => `outline-${aspect}`)),
  'css-overflow': property('overflow', ...words('x y block inline').map((at) => `overflow-${at}`)),
  'css-padding': property('padding', ...sides.map((side) => `padding-${side}`)),
  'css-padding-block-start-end': property('padding-block-start', 'padding-block-end'),
  'css-padding-inline-block': property('padding-inline', 'padding-block'),
  'css-padding-inline-start-end': property('padding-inline-start', 'padding-inline-end'),
  'css-scroll-snap': property('scroll-snap-type', 'scroll-snap-align', 'scroll-snap-stop'),
  'css-selector-adjacent-sibling': ['+'],
  'css-selector-attribute': ['[]'],
  'css-selector-chaining': ['.a.b'],
  'css-selector-child': ['>'],
  'css-selector-class': ['.a'],
  'css-selector-descendant': [' '],
  'css-selector-general-sibling': ['~'],
  'css-selector-grouping': [','],
  'css-selector-id': ['#a'],
  'css-selector-type': ['a'],
  'css-selector-universal': ['*'],
  'css-sytem-ui': words('=system-ui =ui-serif =ui-sans-serif =ui-rounded =ui-monospace'),
  'css-text-emphasis': property('text-emphasis', 'text-emphasis-color', 'text-emphasis-style'),
  'css-text-wrap': property('text-wrap', 'text-wrap-mode', 'text-wrap-style'),
  'css-transition': property(
    'transition',
    ...words('property duration timing-function delay').map((part) => `transition-${part}`),
  ),
  'css-unit-calc': ['calc()'],
  'css-unit-initial': ['=initial'],
  'css-unit-percent': ['%'],
  'css-variables': ['--', 'var()'],
  'html-anchor-links': ['a[href=#]'],
  'html-comments': ['<!---->'],
  'html-doctype': ['<!doctype html>'],
  'html-h1-h6': words('<h1> <h2> <h3> <h4> <h5> <h6>'),
  'html-image-maps': words('<map> <area> [usemap]'),
  'html-lists': words('<ul> <ol> <dl>'),
  'html-loading-attribute': ['[loading]'],
  'html-mailto-links': ['a[href=mailto]'],
  'html-meta-color-scheme': ['meta[name=color-scheme]'],
  'html-object': words('<object> <embed>'),
  'html-semantics': words(
    '<article> <aside> <details> <figcaption> <figure> <footer> <header> <main> <mark> <nav> <section> <summary> <time>',
  ),
  'html-srcset': words('[srcset] [sizes]'),
  'image-base64': ['data:'],
  'image-heif': words('.heif .heic'),
  'image-tiff': words('.tiff .tif'),
}

/** Features that a look at the mail alone cannot see. BIMI is a record in DNS. */
export const unseenFeatures: readonly string[] = ['bimi']

/** Gives the tokens of a slug. */
export const featureTable: ReadonlyMap<string, Tokens> = new Map([
  ...named,
  ...Object.entries(described),
])

/** Gives the slugs that a token counts for. */
export const featuresOf: ReadonlyMap<string, readonly string[]> = slugsByToken()

function slugsByToken() {
  const slugs = new Map<string, string[]>()
  for (const [slug, tokens] of featureTable) {
    for (const token of tokens) slugs.set(token, [...(slugs.get(token) ?? []), slug])
  }
  return slugs
}
