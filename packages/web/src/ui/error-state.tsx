import { RotateCw, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'

type ErrorStateProps = {
  title: string
  /** What happened and what to do. */
  children?: ReactNode
  onRetry?: () => void
  retrying?: boolean
}

export function ErrorState({ title, children, onRetry, retrying = false }: ErrorStateProps) {
  return (
    <div
      role="alert"
      className="m-auto grid max-w-80 justify-items-center gap-1.5 px-6 py-12 text-center"
    >
      <span className="mb-2 grid size-10 place-items-center rounded-lg border border-line text-danger">
        <TriangleAlert />
      </span>
      <p className="font-[550] text-ink">{title}</p>
      {children && <div className="text-sm text-ink-3 text-pretty">{children}</div>}
      {onRetry && (
        <Button className="mt-3" icon={<RotateCw />} loading={retrying} onClick={onRetry}>
          Try again
        </Button>
      )}
    </div>
  )
}
