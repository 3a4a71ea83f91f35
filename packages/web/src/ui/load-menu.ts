import { deferred } from '../lib/deferred.ts'

/** What positions a menu and moves through it, loaded once the page has come to rest. */
export const menuParts = deferred(() => import('./menu-parts.tsx'))
