import { useState, type ReactNode } from 'react'
import { Button } from '../buttons/button.tsx'
import { PageSection } from '../pages/page-section.tsx'
import { RemovalDialog } from './removal-dialog.tsx'

type DeletionSectionProps = {
  /** The label of the button: 'Delete account'. */
  title: string
  /** What else is deleted. */
  children: ReactNode
  onDelete: (body: { password: string }) => Promise<unknown>
}

/** The section of a page that deletes its account or team, after a warning and the password. */
export function DeletionSection({ title, children, onDelete }: DeletionSectionProps) {
  const [open, setOpen] = useState(false)
  return (
    <PageSection title={title} description={children}>
      <div className="flex flex-wrap items-center justify-between gap-3 rounded-lg border border-danger/25 bg-danger-soft px-4 py-3">
        <p className="text-danger">Please proceed with caution, this cannot be undone.</p>
        <Button variant="danger" onClick={() => setOpen(true)}>
          {title}
        </Button>
      </div>
      <RemovalDialog
        open={open}
        onOpenChange={setOpen}
        title={title}
        action={title}
        label="Password"
        onRemove={onDelete}
      >
        {children}
      </RemovalDialog>
    </PageSection>
  )
}
