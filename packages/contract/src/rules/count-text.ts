/** A number with its noun, for people to read: '1 message', '1,204 messages', '2 matches'. */
export const countText = (count: number, one = 'message', many = `${one}s`): string =>
  count === 1 ? `1 ${one}` : `${count.toLocaleString('en')} ${many}`
