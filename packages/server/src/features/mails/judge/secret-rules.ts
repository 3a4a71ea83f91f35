/** Keys that services give, by the form that they give them. */
const keys: readonly RegExp[] = [
  /-----BEGIN (?:[A-Z]{2,12} )?PRIVATE KEY-----/,
  /\bAKIA[0-9A-Z]{16}\b/,
  /\b(?:gh[oprsu]_[A-Za-z0-9]{36}|github_pat_[A-Za-z0-9_]{40,90}|glpat-[\w-]{20})/,
  /\bxox[abeoprs]-[A-Za-z0-9-]{10,80}/,
  /\b[rs]k_live_[A-Za-z0-9]{16,100}/,
  /\bAIza[\w-]{35}/,
  /\bSG\.[\w-]{16,32}\.[\w-]{16,64}/,
  /\bnpm_[A-Za-z0-9]{36}/,
]

const shownOfSecret = 8

/** A digit among its letters makes a word a password. */
const password =
  /\b(?:password|passphrase|passwort|kennwort|mot de passe|contraseña|senha|wachtwoord)(?: is| ist| est| es)?\s{0,3}(?:[:=]\s{0,3}|(?<= is| ist| est| es) )(?=[^\s\d]{0,40}\d)(?=[^\sa-z]{0,40}[a-z])(?!https?:)[^\s<>"]{6,64}/i

/** The beginning of the first secret that a text shows; null where it shows none. It is shown and stored further on, so it never holds the whole secret. */
export function secretIn(text: string): string | null {
  for (const pattern of [...keys, password]) {
    const found = pattern.exec(text)
    if (found) return `${found[0].slice(0, shownOfSecret)}…`
  }
  return null
}
