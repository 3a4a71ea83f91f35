import { countText } from '@mailstop/contract'
import { Button } from '../../ui/buttons/button.tsx'
import { Notice } from '../../ui/pages/notice.tsx'
import { DialogActions } from '../../ui/popups/dialog.tsx'
import type { ImportResult } from './import-files.ts'

const mostShown = 10

/** Says what came of an import, and names what was left out. */
export function Report({ result, onClose }: { result: ImportResult; onClose: () => void }) {
  const { imported, already_there, failed, refused, problems } = result
  const skipped = [
    ...(refused > 0 ? [countText(refused, 'file')] : []),
    ...(failed > 0 ? [countText(failed)] : []),
  ]
  return (
    <div className="grid gap-4" role="status">
      <Notice tone={skipped.length === 0 && imported + already_there > 0 ? 'ok' : 'neutral'}>
        {imported + already_there + failed + refused === 0
          ? 'There are no messages in it.'
          : `${countText(imported)} imported.`}
        {already_there > 0 &&
          ` ${countText(already_there)} ${already_there === 1 ? 'was' : 'were'} there already.`}
      </Notice>
      {skipped.length > 0 && (
        <div className="text-sm text-ink-2">
          <p className="m-0">{skipped.join(' and ')} skipped:</p>
          <ul className="m-0 mt-1 pl-5 [overflow-wrap:anywhere]">
            {problems.slice(0, mostShown).map(({ where, reason }, index) => (
              // Two files can have one name.
              <li key={index}>
                {where}: {reason}
              </li>
            ))}
            {problems.length > mostShown && (
              <li>and {(problems.length - mostShown).toLocaleString('en')} more</li>
            )}
          </ul>
        </div>
      )}
      <DialogActions>
        <Button variant="primary" onClick={onClose}>
          Close
        </Button>
      </DialogActions>
    </div>
  )
}
