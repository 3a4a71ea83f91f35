import type { Invite } from '@mailstop/contract'
import { useEffect, useRef } from 'react'
import { Button } from '../../ui/buttons/button.tsx'
import { Dialog, DialogActions } from '../../ui/popups/dialog.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { useCopy } from '../../ui/buttons/use-copy.ts'

type InviteLinkDialogProps = {
  /** Null while it is closed. */
  link: { invite: Invite; url: string } | null
  team: string
  onClose: () => void
}

/** The link itself is shown too, since some pages may not write to the clipboard. */
export function InviteLinkDialog({ link, team, onClose }: InviteLinkDialogProps) {
  const { text, Icon, copy } = useCopy('Copy')
  const url = link?.url ?? ''
  // The button that led here says that it copies. The button of the dialog says whether the page could.
  const shown = useRef('')
  useEffect(() => {
    if (shown.current === url) return
    shown.current = url
    if (url !== '') void copy(url)
  })
  return (
    <Dialog
      open={link !== null}
      onOpenChange={(open) => !open && onClose()}
      title="Copy invite link"
      description={
        <>
          Give it to {link?.invite.email} alone. Whoever opens it joins “{team}” with that address,
          on your word: no email proves that it is theirs. The list of members says so.
        </>
      }
    >
      <TextField
        label="Link"
        readOnly
        value={url}
        onFocus={({ currentTarget: field }) => {
          // Backward, so that the field shows the beginning of the link rather than its end.
          field.setSelectionRange(0, field.value.length, 'backward')
          field.scrollLeft = 0
        }}
      />
      <DialogActions>
        <Button onClick={onClose}>Close</Button>
        <Button variant="primary" icon={<Icon />} onClick={() => void copy(url)}>
          {text}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
