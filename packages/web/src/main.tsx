import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import { createWeb } from './app/create-web.tsx'
import { followAppearance } from './lib/appearance.ts'
import { basePath, fullPath, isBelowBase } from './lib/paths/base-path.ts'

if (!isBelowBase()) location.replace(fullPath(location.pathname + location.search + location.hash))
followAppearance()
const web = await createWeb({
  Router: ({ children }) => <BrowserRouter basename={basePath()}>{children}</BrowserRouter>,
  // A visitor who is not signed in needs no live connection, nor the code for it.
  openRealtime: async (deps) => (await import('./lib/api/realtime.ts')).createRealtime(deps),
})
const root = document.getElementById('root')
if (root) createRoot(root).render(<StrictMode>{web}</StrictMode>)
