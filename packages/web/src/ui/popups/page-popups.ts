export { Toaster } from './toaster.tsx'
export { Tooltips } from './tooltips.tsx'
