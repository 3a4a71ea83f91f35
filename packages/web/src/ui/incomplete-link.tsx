import { Notice } from './notice.tsx'

/** A mailed link was opened without a part of it: some mail programs cut long addresses. */
export function IncompleteLink() {
  return (
    <Notice tone="danger">
      This link is not complete. Open it from the mail again, or copy the whole address.
    </Notice>
  )
}
