import { QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { MemoryRouter } from 'react-router'
import { followAppearance } from '../src/lib/appearance.ts'
import { createQueryClient } from '../src/lib/api/query-client.ts'
import { popups } from './popups.tsx'
import { samples } from './samples.tsx'

// All components of `src/ui` in their states, for development: `npm run dev`, then /gallery/. A journey compares each
// sample with its picture.

const asked = new URLSearchParams(location.search).get('sample')
const all = { ...samples, ...popups }

const links = (
  <ul>
    {Object.keys(popups).map((name) => (
      <li key={name}>
        <a href={`?sample=${name}`}>{name}</a>
      </li>
    ))}
  </ul>
)

followAppearance()
const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <QueryClientProvider client={createQueryClient({ onSignedOut: () => undefined })}>
      <MemoryRouter>
        <main style={{ display: 'grid', gap: 32, padding: 16, maxWidth: 600 }}>
          {asked ? all[asked] : Object.values(samples)}
          {!asked && links}
        </main>
      </MemoryRouter>
    </QueryClientProvider>,
  )
}
