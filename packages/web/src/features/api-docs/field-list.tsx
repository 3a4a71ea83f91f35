import type { DocumentedField } from './api-document.ts'
import { CodedText } from './coded-text.tsx'

type FieldListProps = {
  title: string
  fields: DocumentedField[]
  heading?: 'h3' | 'h4'
  marksRequired?: boolean
}

/** Fields with their types. A type that is an object of the document leads to it. */
export function FieldList({
  title,
  fields,
  heading: Heading = 'h4',
  marksRequired = false,
}: FieldListProps) {
  if (fields.length === 0) return null
  return (
    <div className="min-w-0">
      <Heading className="mb-1.5 text-sm font-semibold text-ink">{title}</Heading>
      <dl className="grid gap-0 rounded-lg border border-line bg-surface text-sm">
        {fields.map(({ name, type, required, objects, description }) => (
          <div
            key={name}
            className="grid gap-x-4 border-line px-3 py-1.5 not-first:border-t tablet:grid-cols-[minmax(0,14rem)_minmax(0,1fr)]"
          >
            <dt className="font-mono [overflow-wrap:anywhere]">
              {name}
              {marksRequired && required && (
                <span className="ml-2 font-sans text-ink-3">required</span>
              )}
            </dt>
            <dd className="m-0 [overflow-wrap:anywhere] text-ink-2">
              {objects[0] === undefined ? (
                type
              ) : (
                <a href={`#${objects[0]}`} className="text-accent hover:underline">
                  {type}
                </a>
              )}
              {description && (
                <span className="block text-ink-3">
                  <CodedText>{description}</CodedText>
                </span>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
