import type { RuleCases } from '../mail-of.ts'

/** Html of exactly so many bytes. */
const htmlOf = (bytes: number) => {
  const [start, end] = ['<!doctype html><html lang="en"><title>t</title><body>', '</body></html>\n']
  return `${start}${'a'.repeat(bytes - start.length - end.length)}${end}`
}

export const sizeCases: RuleCases = {
  'size.gmail-clip': {
    fires: [{ html: htmlOf(104_448) }],
    spares: [{ html: htmlOf(104_447) }],
  },
  'size.near-gmail-clip': {
    fires: [{ html: htmlOf(87_040) }],
    spares: [{ html: htmlOf(87_039) }, { html: htmlOf(104_448) }],
  },
}
