import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import { createWeb } from './app/create-web.tsx'
import { followAppearance } from './lib/appearance.ts'

followAppearance()
const web = await createWeb({
  Router: BrowserRouter,
  // A visitor who is not signed in needs no live connection, nor the code for it.
  openRealtime: async (deps) => (await import('./lib/api/realtime.ts')).createRealtime(deps),
})
const root = document.getElementById('root')
if (root) createRoot(root).render(<StrictMode>{web}</StrictMode>)
