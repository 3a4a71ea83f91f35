/** How much of a text is read: a code is near the beginning. */
const readLength = 20_000

const keyword = /(?<![\w-])(?:code|passcode|otp|pin|one[- ]time password)(?!\w)/gi

/** Words before a code of another kind. */
const otherKind =
  /(?:error|status|exit|zip|postal|country|area|promo|promotion|discount|coupon|voucher|gift|source|qr|product|tracking|dress|tax|referral|response|http)[\s-]*$/i

const candidate =
  /(?<![\w.,/@#$€£%-])(?:\d{3}[ -]\d{3}|\d{4,8}|(?=[A-Z\d]*\d)[A-Z\d]{3,4}-[A-Z\d]{3,4}|(?=[A-Z]*\d)(?=\d*[A-Z])[A-Z\d]{5,8})(?![\w%]|[.,:/-]\w)/g

/**
 * The sign-in code of a mail, as it has to be typed: `481 209` becomes `481209`. Null when a mail has
 * none. The subject is searched first, then the text, beside words like "code".
 */
export function signInCode(subject: string, text: string): string | null {
  return codeIn(subject) ?? codeIn(text.slice(0, readLength))
}

function codeIn(text: string): string | null {
  for (const { 0: word, index } of text.matchAll(keyword)) {
    const before = text.slice(Math.max(0, index - 40), index)
    if (otherKind.test(before)) continue
    const after = text.slice(index + word.length, index + word.length + 80)
    const found = firstCode(after) ?? lastCode(before)
    if (found !== null) return found.replace(/^(\d{3})[ -](\d{3})$/, '$1$2')
  }
  return null
}

function firstCode(after: string): string | null {
  for (const { 0: code, index } of after.matchAll(candidate)) {
    // A number like a year is a code only directly after the keyword.
    const isNext = /^\s*(?:is)?\s*[:=]?\s*$/i.test(after.slice(0, index))
    if (isNext || !isYear(code)) return code
  }
  return null
}

const lastCode = (before: string) =>
  [...before.matchAll(candidate)].map(([code]) => code).findLast((code) => !isYear(code)) ?? null

const isYear = (code: string) => /^(?:19|20)\d\d$/.test(code)
