import { countText, type CheckableLink } from '@mailstop/contract'
import { useState } from 'react'
import { Button } from '../../../ui/buttons/button.tsx'
import { Checkbox } from '../../../ui/forms/checkbox.tsx'
import { Dialog, DialogActions } from '../../../ui/popups/dialog.tsx'

const harms = {
  unsubscribe: 'unsubscribe somebody',
  verify: 'verify an address',
  confirm: 'confirm something',
  reset: 'be used up',
  token: 'be used up',
}

type LinksDialogProps = {
  links: readonly CheckableLink[]
  pending: boolean
  onCheck: (chosen: CheckableLink[]) => void
  onClose: () => void
}

/** Shows which links will be asked. Those that may work only once are not, unless somebody ticks them. */
export function LinksDialog({ links, pending, onCheck, onClose }: LinksDialogProps) {
  const [chosen, setChosen] = useState(links.filter(({ one_time }) => one_time === null))
  return (
    <Dialog
      open
      wide
      onOpenChange={onClose}
      title="Check links"
      description="This server asks each of these addresses with HEAD whether it works. Their owners can see that."
    >
      <ul
        aria-label="Links"
        className="m-0 grid max-h-[50vh] list-none gap-1.5 overflow-y-auto p-0"
      >
        {links.map((link) => (
          <li key={link.url}>
            <Checkbox
              checked={chosen.includes(link)}
              onChange={({ target }) =>
                setChosen(target.checked ? [...chosen, link] : chosen.filter((one) => one !== link))
              }
              label={
                <span className="grid">
                  <bdi className="font-mono text-xs [overflow-wrap:anywhere] text-ink">
                    {link.url}
                  </bdi>
                  {link.one_time !== null && `It may ${harms[link.one_time]}.`}
                </span>
              }
            />
          </li>
        ))}
      </ul>
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button
          variant="primary"
          loading={pending}
          disabled={chosen.length === 0}
          onClick={() => onCheck(chosen)}
        >
          Check {countText(chosen.length, 'link')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
