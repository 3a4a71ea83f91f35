import { registerHooks } from 'node:module'

/**
 * Loaded before the program, which then answers 250 a fifth of a second before it commits: a test that
 * kills it has to find that mail is missing.
 */
const file = '/features/mails/catch/mail-intake.ts'
const before = 'await allotIds(group)'
const hasty = `
      for (const { id, resolve } of group) resolve({ id })
      await new Promise((resolve) => setTimeout(resolve, 200))`

registerHooks({
  load(url, context, next) {
    const loaded = next(url, context)
    if (!url.endsWith(file)) return loaded
    const { source: bytes } = loaded
    const source = typeof bytes === 'string' ? bytes : new TextDecoder().decode(bytes ?? undefined)
    if (!source.includes(before)) throw new Error(`${file} has no line "${before}" any more`)
    return { ...loaded, source: source.replace(before, before + hasty) }
  },
})
