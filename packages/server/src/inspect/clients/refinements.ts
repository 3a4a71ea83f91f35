/**
 * Features without which a reader sees the same mail, only plainer. Without this list a third of all warnings would be
 * about them: nearly each mail has a `body` element, which Yahoo replaces and nobody misses.
 */
export const refinements: ReadonlySet<string> = new Set(
  `html-body html-doctype html-loading-attribute html-meta-color-scheme html-target
  css-at-media css-at-media-device-pixel-ratio css-at-media-hover css-at-media-orientation
  css-at-media-prefers-color-scheme css-at-media-prefers-reduced-motion css-color-scheme
  css-pseudo-class-active css-pseudo-class-focus css-pseudo-class-focus-visible css-pseudo-class-focus-within
  css-pseudo-class-hover css-pseudo-class-link css-pseudo-class-visited
  css-transition css-cursor css-user-select
  css-border-radius css-border-radius-logical css-box-shadow css-text-shadow css-outline css-outline-offset
  css-font-kerning css-hyphenate-character css-hyphenate-limit-chars css-hyphens css-orphans css-widows
  css-text-decoration-skip-ink css-text-wrap css-scroll-snap`.split(/\s+/),
)
