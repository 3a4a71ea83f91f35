/** The path below which browsers reach us, such as `/mail`; empty where we have the host to ourselves. */
export const basePathOf = (publicUrl: Readonly<URL>): string => publicUrl.pathname.slice(0, -1)

/** The address as people write it. */
export const shownUrl = (publicUrl: Readonly<URL>): string =>
  publicUrl.origin + basePathOf(publicUrl)
