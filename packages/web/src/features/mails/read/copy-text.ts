import { toast } from '../../../ui/toast.ts'

/** Copies a text from a menu, which is gone by the time there is something to say. */
export async function copyText(text: string, done: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    toast.success(done)
  } catch {
    // The clipboard is missing on pages without TLS, and can be refused.
    toast.error('Copy failed!')
  }
}
