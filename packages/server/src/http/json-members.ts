/**
 * Whether a value that was read from JSON has more members of objects and arrays than this. What validates
 * it names each wrong one, which takes a hundred times the memory of the text.
 */
export function hasMoreMembers(value: unknown, most: number): boolean {
  const open: unknown[] = [value]
  let left = most
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next !== 'object' || next === null) continue
    const members: unknown[] = Array.isArray(next) ? next : Object.values(next)
    left -= members.length
    if (left < 0) return true
    for (const member of members) if (typeof member === 'object') open.push(member)
  }
  return false
}
