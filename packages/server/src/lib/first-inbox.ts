/** Each team has it from the beginning: it has all mail that names no other, and the mail from before there were others. */
export const firstInbox = 1
