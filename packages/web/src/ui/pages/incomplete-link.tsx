import { Notice } from './notice.tsx'

/** Shown when a part of a mailed link is missing: some mail programs cut long addresses. */
export function IncompleteLink() {
  return (
    <Notice tone="danger">
      This link is incomplete. Open it from the email again, or copy the whole address.
    </Notice>
  )
}
