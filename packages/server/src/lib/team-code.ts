import { randomInt } from 'node:crypto'

const letters = 'abcdefghijklmnopqrstuvwxyz0123456789'
const length = 8

/** Names a team in addresses. Clients of Mailosaur take ids of exactly this length. */
export const newTeamCode = (): string =>
  Array.from({ length }, () => letters[randomInt(letters.length)]).join('')
