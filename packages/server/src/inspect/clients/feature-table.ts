/**
 * What a feature of caniemail looks like. A mail is read to tokens, and a token is looked up here, so that the time is
 * linear in the mail whatever it contains. The tokens:
 *
 * `<audio>` an element, `[role]` an attribute, `input[type=radio]` with its value ·
 * `width:` a property, `display:grid` with a keyword, `=initial` a keyword of any, `!important` ·
 * `calc()` a function, `1vh` a unit · `@media`, `@media(hover)` an at-rule, a media feature ·
 * `:hover`, `::after`, `a+b` what selectors are made of · `.png` an image of that type
 */
const attributes = new Set(
  `align aria-describedby aria-hidden aria-label aria-labelledby aria-live background cellpadding cellspacing dir
  height hidden lang popover required role target valign width`.split(/\s+/),
)

/** Most slugs say what they are about: the first beginning that fits makes of the rest a token. */
const beginnings: [string, (name: string) => string][] = [
  ['css-at-media-', (name) => `@media(${name})`],
  ['css-at-', (name) => `@${name}`],
  ['css-function-', (name) => `${name}()`],
  ['css-pseudo-class-', (name) => `:${name}`],
  ['css-pseudo-element-', (name) => `::${name}`],
  ['css-unit-', (name) => `1${name}`],
  ['css-', (name) => `${name}:`],
  ['html-input-', (name) => `input[type=${name}]`],
  ['html-button-', (name) => `button[type=${name}]`],
  ['html-', (name) => (attributes.has(name) ? `[${name}]` : `<${name}>`)],
  ['image-', (name) => `.${name}`],
]

/**
 * The tokens of all other slugs, of which `html-frame` and `html-stylesheet` are our own. BIMI has none: it is a record
 * in DNS, and no mail shows it.
 */
const others = `
amp [amp4email] [⚡4email]
bimi
css-animation animation{,-name,-duration,-timing-function,-delay,-iteration-count,-direction,-fill-mode,-play-state}:
css-at-media-hover @media({hover,any-hover})
css-block-inline-size {block,inline}-size:
css-border border{,-top,-right,-bottom,-left}{,-width,-style,-color}:
css-border-image border-image{,-source,-slice,-width,-outset,-repeat}:
css-border-inline-block border-{inline,block}:
css-border-inline-block-individual border-{inline,block}-{start,end,width,style,color}:
css-border-inline-block-longhand border-{inline,block}-{start,end}-{width,style,color}:
css-border-radius border{,-top-left,-top-right,-bottom-right,-bottom-left}-radius:
css-border-radius-logical border-{start,end}-{start,end}-radius:
css-column-layout-properties columns: column{-count,-fill,-rule,-rule-color,-rule-style,-rule-width,-span,-width}:
css-comments /**/
css-conic-gradient conic-gradient()
css-display-flex display:{flex,inline-flex}
css-display-grid display:{grid,inline-grid}
css-display-none display:none
css-gap {,column-,row-,grid-}gap:
css-grid-template grid-template{,-areas,-columns,-rows}:
css-important !important
css-inert-attribute [inert]
css-inset inset{,-inline,-block}{,-start,-end}:
css-intrinsic-size ={fit,min,max}-content fit-content()
css-left-right-top-bottom {left,right,top,bottom}:
css-linear-gradient linear-gradient()
css-margin margin{,-top,-right,-bottom,-left}:
css-margin-block-start-end margin-block-{start,end}:
css-margin-inline-block margin-{inline,block}:
css-margin-inline-start-end margin-inline-{start,end}:
css-mask-image mask{,-image}:
css-modern-color {,ok}{lab,lch}()
css-nesting &
css-outline outline{,-width,-style,-color}:
css-overflow overflow{,-x,-y,-block,-inline}:
css-padding padding{,-top,-right,-bottom,-left}:
css-padding-block-start-end padding-block-{start,end}:
css-padding-inline-block padding-{inline,block}:
css-padding-inline-start-end padding-inline-{start,end}:
css-radial-gradient radial-gradient()
css-rgb rgb()
css-rgba rgba()
css-scroll-snap scroll-snap-{type,align,stop}:
css-selector-adjacent-sibling a+b
css-selector-attribute [a]
css-selector-chaining .a.b
css-selector-child a>b
css-selector-class .a
css-selector-descendant a_b
css-selector-general-sibling a~b
css-selector-grouping a,b
css-selector-id #a
css-selector-type a
css-selector-universal *
css-sytem-ui ={system-ui,ui-serif,ui-sans-serif,ui-rounded,ui-monospace}
css-text-emphasis text-emphasis{,-color,-style}:
css-text-wrap text-wrap{,-mode,-style}:
css-transition transition{,-property,-duration,-timing-function,-delay}:
css-unit-calc calc()
css-unit-initial =initial
css-unit-percent %
css-variables -- var()
html-anchor-links a[href=#]
html-comments <!---->
html-doctype <!doctype>
html-h1-h6 <h{1,2,3,4,5,6}>
html-image-maps <{map,area}> [usemap]
html-lists <{ul,ol,dl}>
html-loading-attribute [loading]
html-mailto-links a[href=mailto]
html-meta-color-scheme meta[name=color-scheme]
html-object <{object,embed}>
html-semantics <{article,aside,details,figcaption,figure,footer,header,main,mark,nav,section,summary,time}>
html-srcset [{srcset,sizes}]
html-frame <{iframe,frame}>
html-stylesheet link[rel=stylesheet]
image-base64 data:image
image-heif .hei{f,c}
image-tiff .tif{f,}`

const expand = (text: string): string[] => {
  const [braces, list] = /\{([^}]*)\}/.exec(text) ?? []
  if (braces === undefined || list === undefined) return [text]
  return list.split(',').flatMap((part) => expand(text.replace(braces, part)))
}

const irregular = new Map(
  others.split('\n').map((line) => {
    const [slug = '', ...tokens] = line.split(' ')
    return [slug, tokens.flatMap(expand)]
  }),
)

export function tokensOf(slug: string): readonly string[] {
  const [beginning, token] = beginnings.find(([one]) => slug.startsWith(one)) ?? []
  return irregular.get(slug) ?? (token ? [token(slug.slice(beginning?.length))] : [])
}
