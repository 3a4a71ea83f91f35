import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter } from 'react-router'
import { createWeb } from './app/create-web.tsx'
import { followAppearance } from './lib/appearance.ts'
import { createRealtime } from './lib/realtime.ts'

followAppearance()
const web = await createWeb({ realtime: createRealtime(), createRouter: createBrowserRouter })
const root = document.getElementById('root')
if (root) createRoot(root).render(<StrictMode>{web}</StrictMode>)
