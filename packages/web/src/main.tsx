import { createRoot } from 'react-dom/client'
import { Logo } from './ui/logo.tsx'

const root = document.getElementById('root')
if (root) createRoot(root).render(<Logo />)
