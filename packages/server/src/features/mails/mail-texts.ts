/** The messages about a change of many mails. */
export function markedText(
  count: number,
  { read, flagged }: { read?: boolean | undefined; flagged?: boolean | undefined },
): string {
  const marks = [
    ...(read === undefined ? [] : [read ? 'marked as read' : 'marked as unread']),
    ...(flagged === undefined ? [] : [flagged ? 'flagged' : 'no longer flagged']),
  ]
  return `${countText(count)} ${marks.join(' and ')}`
}

export const countText = (count: number) =>
  count === 1 ? '1 mail' : `${count === 0 ? 'No' : count.toLocaleString('en')} mails`
