import { useId } from 'react'
import { classNames } from '../class-names.ts'

/** The mark: a stop sign whose M is the flap of an envelope. `public/favicon.svg` is the same drawing. */
export function LogoMark({ className }: { className?: string }) {
  const gradient = useId()
  return (
    <svg viewBox="0 0 24 24" aria-hidden className={classNames('flex-none', className)}>
      <defs>
        <linearGradient id={gradient} x1="4" y1="1" x2="19" y2="23" gradientUnits="userSpaceOnUse">
          <stop stopColor="#7a73f0" />
          <stop offset="1" stopColor="#4a43c4" />
        </linearGradient>
      </defs>
      <path
        d="M8 2.2h8L21.8 8v8L16 21.8H8L2.2 16V8z"
        fill={`url(#${gradient})`}
        stroke={`url(#${gradient})`}
        strokeWidth="2.4"
        strokeLinejoin="round"
      />
      <path
        d="M6.9 16.2V8.3L12 13l5.1-4.7v7.9"
        fill="none"
        stroke="#fff"
        strokeWidth="2.1"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}

export function Logo() {
  return (
    <span className="inline-flex items-center gap-2">
      <LogoMark className="size-6" />
      <span className="text-lg font-semibold tracking-[-0.015em]">Mailstop</span>
    </span>
  )
}
