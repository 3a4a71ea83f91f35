import { Notice } from './notice.tsx'

/** Shown when a part of a mailed link is missing: some mail programs cut long addresses. */
export function IncompleteLink() {
  return (
    <Notice tone="danger">
      This link is not complete. Open it from the mail again, or copy the whole address.
    </Notice>
  )
}
