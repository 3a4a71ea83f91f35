import { fitView, type FittedView } from './fitted-view.ts'
import { readAttachment, viewMail } from './view.ts'

/** The program of the viewer's threads. */
export async function view(source: Uint8Array): Promise<FittedView> {
  return fitView(await viewMail(source))
}

/** Html or text as UTF-8, as far as it is shown; null when there is none. */
export async function body(source: Uint8Array, kind: 'html' | 'text'): Promise<Uint8Array | null> {
  const { [kind]: text } = await viewMail(source)
  return text === null ? null : new TextEncoder().encode(text)
}

export { readAttachment as attachment }
