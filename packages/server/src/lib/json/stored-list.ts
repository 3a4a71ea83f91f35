/** The list that a row has as JSON; empty where its bytes changed on the disk, so that the other rows of a list are shown. */
export function storedList<Item>(json: string): Item[] {
  try {
    const list: unknown = JSON.parse(json)
    return Array.isArray(list) ? (list as Item[]) : []
  } catch {
    return []
  }
}
