import type { DrillReport } from '@mailstop/contract'

type AttemptsDrawingProps = {
  timeline: DrillReport['timeline']
  /** How long the scenario was on. */
  failingMs: number
}

const half = 60
const barWidth = 6

/** Attempts over time: those that arrived above the line, those that failed below it. */
export function AttemptsDrawing({
  timeline: { step_ms, points },
  failingMs,
}: AttemptsDrawingProps) {
  const most = Math.max(1, ...points.map(({ stored, failed }) => Math.max(stored, failed)))
  const width = Math.max(1, points.length) * barWidth
  const end = Math.min(width, (failingMs / step_ms) * barWidth)
  const sum = (kind: 'stored' | 'failed') => points.reduce((all, point) => all + point[kind], 0)
  const label = `${sum('stored')} attempts arrived and ${sum('failed')} failed; at most ${most} in ${step_ms / 1_000} s`
  return (
    <figure className="rounded-lg border border-line bg-surface p-3">
      <svg
        role="img"
        aria-label={label}
        viewBox={`0 0 ${width} ${half * 2}`}
        preserveAspectRatio="none"
        className="h-32 w-full"
      >
        <rect x={0} y={0} width={end} height={half * 2} className="fill-danger-soft" />
        {points.map(({ stored, failed }, index) => (
          // A part of the time has no other name than its place.
          <g key={`${index} ${points.length}`}>
            <Bar x={index} height={(stored / most) * half} isUp />
            <Bar x={index} height={(failed / most) * half} />
          </g>
        ))}
        <line x1={0} x2={width} y1={half} y2={half} className="stroke-line-strong" />
      </svg>
      <figcaption className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-sm text-ink-3">
        <span>Above the line: arrived. Below it: failed. Shaded: the failure is on.</span>
        <span className="num">
          At most {most} in {step_ms / 1_000} s
        </span>
      </figcaption>
    </figure>
  )
}

function Bar({ x, height, isUp = false }: { x: number; height: number; isUp?: boolean }) {
  if (height === 0) return null
  return (
    <rect
      x={x * barWidth + 1}
      y={isUp ? half - height : half}
      width={barWidth - 2}
      height={height}
      fill="currentColor"
      className={isUp ? 'text-accent' : 'text-danger'}
    />
  )
}
