import { fitView, type FittedView } from './fitted-view.ts'
import { readAttachment, viewMail } from './view.ts'

/** What the viewer's threads run. Null stands for a mail beyond the limits of its structure. */
export async function view(source: Uint8Array): Promise<FittedView | null> {
  const whole = await viewMail(source)
  return whole && fitView(whole)
}

/** Html or text as UTF-8, as far as it is shown; null when there is none. */
export async function body(source: Uint8Array, kind: 'html' | 'text'): Promise<Uint8Array | null> {
  const whole = await viewMail(source)
  const text = whole?.[kind]
  return text == null ? null : new TextEncoder().encode(text)
}

export { readAttachment as attachment }
