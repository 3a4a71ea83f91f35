/** The least html that uses each feature of caniemail, by its slug. Features of a newer version are added here. */

const declarations = `
css-accent-color accent-color: inherit
css-align-items align-items: inherit
css-animation animation: inherit
css-aspect-ratio aspect-ratio: inherit
css-backdrop-filter backdrop-filter: inherit
css-background-blend-mode background-blend-mode: inherit
css-background-clip background-clip: inherit
css-background-color background-color: inherit
css-background-image background-image: inherit
css-background-origin background-origin: inherit
css-background-position background-position: inherit
css-background-repeat background-repeat: inherit
css-background-size background-size: inherit
css-background background: inherit
css-block-inline-size block-size: inherit
css-border-collapse border-collapse: inherit
css-border-image border-image: inherit
css-border-inline-block-individual border-inline-start: inherit
css-border-inline-block-longhand border-inline-start-width: inherit
css-border-inline-block border-inline: inherit
css-border-radius-logical border-start-start-radius: inherit
css-border-radius border-radius: inherit
css-border-spacing border-spacing: inherit
css-border border: inherit
css-box-shadow box-shadow: inherit
css-box-sizing box-sizing: inherit
css-caption-side caption-side: inherit
css-clear clear: inherit
css-clip-path clip-path: inherit
css-color-scheme color-scheme: inherit
css-column-count column-count: inherit
css-column-layout-properties columns: inherit
css-conic-gradient background: conic-gradient(red, blue)
css-cursor cursor: inherit
css-direction direction: inherit
css-display-flex display: flex
css-display-grid display: grid
css-display-none display: none
css-display display: inherit
css-empty-cells empty-cells: inherit
css-filter filter: inherit
css-flex-direction flex-direction: inherit
css-flex-wrap flex-wrap: inherit
css-float float: inherit
css-font-kerning font-kerning: inherit
css-font-size-adjust font-size-adjust: inherit
css-font-size font-size: inherit
css-font-stretch font-stretch: inherit
css-font-weight font-weight: inherit
css-font font: inherit
css-function-clamp width: clamp(1px, 2px, 3px)
css-function-light-dark color: light-dark(red, blue)
css-function-max width: max(1px, 2px)
css-function-min width: min(1px, 2px)
css-gap gap: inherit
css-grid-template grid-template: inherit
css-height height: inherit
css-hyphenate-character hyphenate-character: inherit
css-hyphenate-limit-chars hyphenate-limit-chars: inherit
css-hyphens hyphens: inherit
css-important color: red !important
css-inline-size inline-size: inherit
css-inset inset: inherit
css-intrinsic-size width: fit-content
css-justify-content justify-content: inherit
css-left-right-top-bottom top: inherit
css-letter-spacing letter-spacing: inherit
css-line-height line-height: inherit
css-linear-gradient background: linear-gradient(red, blue)
css-list-style-image list-style-image: inherit
css-list-style-position list-style-position: inherit
css-list-style-type list-style-type: inherit
css-list-style list-style: inherit
css-margin-block-start-end margin-block-start: inherit
css-margin-inline-block margin-inline: inherit
css-margin-inline-start-end margin-inline-start: inherit
css-margin margin: inherit
css-mask-image mask-image: inherit
css-max-block-size max-block-size: inherit
css-max-height max-height: inherit
css-max-inline-size max-inline-size: inherit
css-max-width max-width: inherit
css-min-block-size min-block-size: inherit
css-min-height min-height: inherit
css-min-inline-size min-inline-size: inherit
css-min-width min-width: inherit
css-mix-blend-mode mix-blend-mode: inherit
css-modern-color color: lch(50% 10 20)
css-object-fit object-fit: inherit
css-object-position object-position: inherit
css-opacity opacity: inherit
css-orphans orphans: inherit
css-outline-offset outline-offset: inherit
css-outline outline: inherit
css-overflow-wrap overflow-wrap: inherit
css-overflow overflow: inherit
css-padding-block-start-end padding-block-start: inherit
css-padding-inline-block padding-inline: inherit
css-padding-inline-start-end padding-inline-start: inherit
css-padding padding: inherit
css-position position: inherit
css-radial-gradient background: radial-gradient(red, blue)
css-resize resize: inherit
css-rgb color: rgb(1, 2, 3)
css-rgba color: rgba(1, 2, 3)
css-scroll-snap scroll-snap-type: inherit
css-shape-margin shape-margin: inherit
css-shape-outside shape-outside: inherit
css-sytem-ui font-family: system-ui
css-tab-size tab-size: inherit
css-table-layout table-layout: inherit
css-text-align-last text-align-last: inherit
css-text-align text-align: inherit
css-text-decoration-color text-decoration-color: inherit
css-text-decoration-line text-decoration-line: inherit
css-text-decoration-skip-ink text-decoration-skip-ink: inherit
css-text-decoration-style text-decoration-style: inherit
css-text-decoration-thickness text-decoration-thickness: inherit
css-text-decoration text-decoration: inherit
css-text-emphasis-position text-emphasis-position: inherit
css-text-emphasis text-emphasis: inherit
css-text-indent text-indent: inherit
css-text-justify text-justify: inherit
css-text-orientation text-orientation: inherit
css-text-overflow text-overflow: inherit
css-text-shadow text-shadow: inherit
css-text-transform text-transform: inherit
css-text-underline-offset text-underline-offset: inherit
css-text-underline-position text-underline-position: inherit
css-text-wrap text-wrap: inherit
css-transform transform: inherit
css-transition transition: inherit
css-unit-calc width: calc(1px, 2px)
css-unit-ch width: 1ch
css-unit-cm width: 1cm
css-unit-em width: 1em
css-unit-ex width: 1ex
css-unit-in width: 1in
css-unit-initial color: initial
css-unit-mm width: 1mm
css-unit-pc width: 1pc
css-unit-percent width: 50%
css-unit-pt width: 1pt
css-unit-px width: 1px
css-unit-rem width: 1rem
css-unit-vh width: 1vh
css-unit-vmax width: 1vmax
css-unit-vmin width: 1vmin
css-unit-vw width: 1vw
css-user-select user-select: inherit
css-variables color: var(--brand)
css-vertical-align vertical-align: inherit
css-visibility visibility: inherit
css-white-space-collapse white-space-collapse: inherit
css-white-space white-space: inherit
css-widows widows: inherit
css-width width: inherit
css-word-break word-break: inherit
css-word-spacing word-spacing: inherit
css-word-wrap word-wrap: inherit
css-writing-mode writing-mode: inherit
css-z-index z-index: inherit
`

const sheets = `
css-at-font-face @font-face { font-family: a; src: url(a.woff) }
css-at-import @import 'a.css';
css-at-keyframes @keyframes a { from { color: red } }
css-at-media-device-pixel-ratio @media (device-pixel-ratio) { p { color: red } }
css-at-media-hover @media (hover) { p { color: red } }
css-at-media-orientation @media (orientation) { p { color: red } }
css-at-media-prefers-color-scheme @media (prefers-color-scheme) { p { color: red } }
css-at-media-prefers-reduced-motion @media (prefers-reduced-motion) { p { color: red } }
css-at-media @media print { p { color: red } }
css-at-supports @supports (gap: 1px) { p { color: red } }
css-comments /* note */
css-nesting .a { & .b { color: red } }
css-pseudo-class-active p:active { color: red }
css-pseudo-class-checked p:checked { color: red }
css-pseudo-class-default p:default { color: red }
css-pseudo-class-first-child p:first-child { color: red }
css-pseudo-class-first-of-type p:first-of-type { color: red }
css-pseudo-class-focus-visible p:focus-visible { color: red }
css-pseudo-class-focus-within p:focus-within { color: red }
css-pseudo-class-focus p:focus { color: red }
css-pseudo-class-has p:has(a) { color: red }
css-pseudo-class-hover p:hover { color: red }
css-pseudo-class-lang p:lang(en) { color: red }
css-pseudo-class-last-child p:last-child { color: red }
css-pseudo-class-last-of-type p:last-of-type { color: red }
css-pseudo-class-link p:link { color: red }
css-pseudo-class-not p:not(a) { color: red }
css-pseudo-class-nth-child p:nth-child(2n) { color: red }
css-pseudo-class-nth-last-child p:nth-last-child(2n) { color: red }
css-pseudo-class-nth-last-of-type p:nth-last-of-type(2n) { color: red }
css-pseudo-class-nth-of-type p:nth-of-type(2n) { color: red }
css-pseudo-class-only-child p:only-child { color: red }
css-pseudo-class-only-of-type p:only-of-type { color: red }
css-pseudo-class-target p:target { color: red }
css-pseudo-class-visited p:visited { color: red }
css-pseudo-element-after p::after { color: red }
css-pseudo-element-before p::before { color: red }
css-pseudo-element-first-letter p::first-letter { color: red }
css-pseudo-element-first-line p::first-line { color: red }
css-pseudo-element-marker p::marker { color: red }
css-pseudo-element-placeholder p::placeholder { color: red }
css-selector-adjacent-sibling a + b { color: red }
css-selector-attribute [href] { color: red }
css-selector-chaining .a.b { color: red }
css-selector-child a > b { color: red }
css-selector-class .a { color: red }
css-selector-descendant a b { color: red }
css-selector-general-sibling a ~ b { color: red }
css-selector-grouping a, b { color: red }
css-selector-id #a { color: red }
css-selector-type a { color: red }
css-selector-universal * { color: red }
`

const elements = `
amp <html amp4email>
css-inert-attribute <p inert>
html-abbr <abbr>
html-acronym <acronym>
html-address <address>
html-align <p align="center">
html-anchor-links <a href="#top">
html-aria-describedby <p aria-describedby>
html-aria-hidden <p aria-hidden>
html-aria-label <p aria-label>
html-aria-labelledby <p aria-labelledby>
html-aria-live <p aria-live>
html-audio <audio>
html-background <body background="a.png">
html-base <base>
html-bdi <bdi>
html-blockquote <blockquote>
html-body <body>
html-button-reset <button type="reset">
html-button-submit <button type="submit">
html-cellpadding <p cellpadding>
html-cellspacing <p cellspacing>
html-code <code>
html-comments <!-- note -->
html-del <del>
html-dfn <dfn>
html-dialog <dialog>
html-dir <p dir>
html-div <div>
html-doctype <!doctype html>
html-form <form>
html-h1-h6 <h1>
html-height <img height="1">
html-hidden <p hidden>
html-hr <hr>
html-image-maps <map>
html-img <img>
html-input-checkbox <input type="checkbox">
html-input-hidden <input type="hidden">
html-input-radio <input type="radio">
html-input-reset <input type="reset">
html-input-submit <input type="submit">
html-input-text <input type="text">
html-lang <p lang="en">
html-link <link>
html-lists <ul>
html-loading-attribute <p loading>
html-mailto-links <a href="mailto:ada@example.com">
html-marquee <marquee>
html-meta-color-scheme <meta name="color-scheme">
html-meter <meter>
html-object <object>
html-p <p>
html-picture <picture>
html-popover <p popover>
html-pre <pre>
html-progress <progress>
html-required <p required>
html-role <p role>
html-rp <rp>
html-rt <rt>
html-ruby <ruby>
html-select <select>
html-semantics <article>
html-small <small>
html-span <span>
html-srcset <img srcset="a.png 2x">
html-strike <strike>
html-strong <strong>
html-style <style>
html-svg <svg>
html-table <table>
html-target <a target="_blank">
html-textarea <textarea>
html-valign <img valign="top">
html-video <video>
html-wbr <wbr>
html-width <img width="1">
image-apng <img src="https://example.com/a.apng?b=1">
image-avif <img src="https://example.com/a.avif?b=1">
image-bmp <img src="https://example.com/a.bmp?b=1">
image-gif <img src="https://example.com/a.gif?b=1">
image-hdr <img src="https://example.com/a.hdr?b=1">
image-heif <img src="https://example.com/a.heif?b=1">
image-ico <img src="https://example.com/a.ico?b=1">
image-jpg <img src="https://example.com/a.jpg?b=1">
image-mp4 <img src="https://example.com/a.mp4?b=1">
image-png <img src="https://example.com/a.png?b=1">
image-svg <img src="https://example.com/a.svg?b=1">
image-tiff <img src="https://example.com/a.tiff?b=1">
image-webp <img src="https://example.com/a.webp?b=1">
image-base64 <img src="data:image/png;base64,iVBORw0=">
`

const read = (lines: string, htmlOf: (code: string) => string): [string, string][] =>
  lines
    .trim()
    .split('\n')
    .map((line) => {
      const end = line.indexOf(' ')
      return [line.slice(0, end), htmlOf(line.slice(end + 1))]
    })

export const featureSnippets: readonly [slug: string, html: string][] = [
  ...read(declarations, (code) => `<i style="${code}">a</i>`),
  ...read(sheets, (code) => `<style>${code}</style>`),
  ...read(elements, (code) => code),
]
