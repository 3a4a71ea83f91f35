/** Folds as `Dialect.contains` does. */
export const asciiLower = (text: string): string =>
  text.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase())
