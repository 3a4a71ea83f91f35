import { countText, type CheckableLink } from '@mailstop/contract'
import { useState } from 'react'
import { Button } from '../../../ui/buttons/button.tsx'
import { Checkbox } from '../../../ui/forms/checkbox.tsx'
import { Dialog, DialogActions } from '../../../ui/popups/dialog.tsx'

const reasons: Record<NonNullable<CheckableLink['one_time']>, string> = {
  unsubscribe: 'It may unsubscribe somebody.',
  verify: 'It may verify an address.',
  confirm: 'It may confirm something.',
  reset: 'It may be used up.',
  token: 'It has a token and may be used up.',
}

type LinksDialogProps = {
  links: readonly CheckableLink[]
  pending: boolean
  onCheck: (urls: string[]) => void
  onClose: () => void
}

/** Shows which links will be asked. Those that may work only once are not, unless somebody ticks them. */
export function LinksDialog({ links, pending, onCheck, onClose }: LinksDialogProps) {
  const harmless = links.filter(({ one_time }) => one_time === null)
  const [chosen, setChosen] = useState(harmless.map(({ url }) => url))
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
        {links.map(({ url, one_time: reason }) => (
          <li key={url}>
            <Checkbox
              checked={chosen.includes(url)}
              onChange={({ target }) =>
                setChosen(target.checked ? [...chosen, url] : chosen.filter((one) => one !== url))
              }
              label={
                <span className="grid">
                  <bdi className="font-mono text-xs [overflow-wrap:anywhere] text-ink">{url}</bdi>
                  {reason !== null && reasons[reason]}
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
