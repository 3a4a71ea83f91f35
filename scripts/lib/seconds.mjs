/** A duration as people read it: `0.4 s`, `21 s`. @param {number} ms */
export function seconds(ms) {
  const value = ms / 1_000
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} s`
}
