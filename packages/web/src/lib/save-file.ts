import { toast } from '../ui/popups/toast.ts'
import { errorText } from './api/api-error.ts'

/** Downloads a file whose address has to be fetched first. The answer is a file to keep, so the page stays. */
export async function saveFile(address: () => Promise<{ url: string }>): Promise<void> {
  try {
    const link = document.createElement('a')
    link.href = (await address()).url
    link.download = ''
    link.click()
  } catch (error) {
    toast.error(errorText(error))
  }
}
