/** Whether two addresses are the same apart from case, as the server compares them. */
export const sameAddress = (one: string, other: string): boolean =>
  one.trim().toLowerCase() === other.trim().toLowerCase()
