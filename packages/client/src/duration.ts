const units = { minute: 60, hour: 3_600, day: 86_400, week: 604_800 }

/** Seconds of a text such as "3 days" or "90m"; a number is seconds. Null for what is no length of time. */
export function secondsOf(given: string | number): number | null {
  if (typeof given === 'number') return given
  const [, count, word = ''] = /^\s*(\d+)\s*([a-z]+)\s*$/i.exec(given) ?? []
  const name = word.toLowerCase().replace(/(.)s$/, '$1')
  const unit = Object.entries(units).find(([long]) => long === name || long[0] === name)
  return count === undefined || !unit ? null : Number(count) * unit[1]
}
