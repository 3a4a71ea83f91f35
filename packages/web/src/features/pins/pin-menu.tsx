import type { Pin } from '@mailstop/contract'
import { Ellipsis, Pencil, PinOff } from 'lucide-react'
import { useState } from 'react'
import { deferred, useDeferred } from '../../lib/deferred.ts'
import { classNames } from '../../ui/class-names.ts'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { Menu, MenuItem } from '../../ui/popups/menu.tsx'
import { useDeletePin } from './use-pins.ts'

const renameDialog = deferred(() => import('./rename-pin-dialog.tsx'))

/** What can be done with a pin, beside its link: it shows when the pointer or the focus comes near. */
export function PinMenu({ team, pin }: { team: number; pin: Pin }) {
  const [renaming, setRenaming] = useState(false)
  const RenamePinDialog = useDeferred(renameDialog, renaming)?.RenamePinDialog
  const removal = useDeletePin(team, pin.id)
  const name = pin.label ?? pin.query
  return (
    <>
      <Menu
        align="start"
        disabled={removal.isPending}
        trigger={
          <IconButton
            label={removal.isPending ? `Removing ${name}` : `Actions for ${name}`}
            icon={<Ellipsis />}
            loading={removal.isPending}
            side="right"
            className={classNames(
              'absolute top-0.5 right-0.5 !size-[27px] bg-hover pointer-coarse:!size-10',
              !removal.isPending &&
                'opacity-0 group-hover/pin:opacity-100 focus-visible:opacity-100 data-popup-open:opacity-100 pointer-coarse:static pointer-coarse:bg-transparent pointer-coarse:opacity-100',
            )}
          />
        }
      >
        <MenuItem icon={<Pencil />} onSelect={() => setRenaming(true)}>
          Rename
        </MenuItem>
        <MenuItem icon={<PinOff />} onSelect={() => removal.mutate()}>
          Remove pin
        </MenuItem>
      </Menu>
      {RenamePinDialog && (
        <RenamePinDialog team={team} pin={pin} open={renaming} onOpenChange={setRenaming} />
      )}
    </>
  )
}
