import { Search } from 'lucide-react'
import { useState } from 'react'
import { useSettled } from '../../lib/use-settled.ts'
import { classNames } from '../../ui/class-names.ts'
import { inputClasses } from '../../ui/forms/text-field.tsx'

const typingMs = 250

/** What is searched for, once typing has stopped for a moment. */
export function useSearchText() {
  const [text, setText] = useState('')
  return { text, setText, q: useSettled(text.trim(), typingMs) }
}

type SearchInputProps = { label: string; text: string; onText: (text: string) => void }

export function SearchInput({ label, text, onText }: SearchInputProps) {
  return (
    <div className="relative mb-3">
      <Search className="pointer-events-none absolute top-1/2 left-2.5 -translate-y-1/2 text-ink-3" />
      <input
        type="search"
        aria-label={label}
        placeholder={label}
        value={text}
        maxLength={100}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => onText(event.currentTarget.value)}
        className={classNames(inputClasses, 'pl-8')}
      />
    </div>
  )
}
