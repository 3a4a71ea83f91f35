import { ArrowLeft } from 'lucide-react'
import { IconButton } from '../../../ui/icon-button.tsx'

/** From a mail to the list, where only one of them fits. */
export function BackButton({ onBack }: { onBack: () => void }) {
  return <IconButton label="Back to the list" icon={<ArrowLeft aria-hidden />} onClick={onBack} />
}
