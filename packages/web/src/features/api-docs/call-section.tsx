import { fullUrl } from '../../lib/paths/base-path.ts'
import { CodeBlock } from '../../ui/texts/code-block.tsx'
import { exampleOf, fieldsOf, replyOf, type DocumentedCall } from './api-document.ts'
import { CodedText } from './coded-text.tsx'
import { FieldList } from './field-list.tsx'
import type { RequestExample } from './request-examples.ts'

type CallSectionProps = { call: DocumentedCall; example: RequestExample }

/** One call: what it does, what it takes and answers, and how it is made in the chosen language. */
export function CallSection({ call, example }: CallSectionProps) {
  const { method, path, operation } = call
  const { operationId, summary, description, parameters, requestBody, security } = operation
  const body = requestBody?.content['application/json']?.schema
  const { media, schema } = replyOf(operation)
  const scope = security[0]?.token[0]
  const code = example.code(exampleOf(call, fullUrl()))
  return (
    <section
      aria-labelledby={operationId}
      className="grid min-w-0 grid-cols-1 gap-4 border-t border-line pt-6"
    >
      <header className="grid gap-1.5">
        <h3 id={operationId} className="scroll-mt-20 text-base font-semibold text-pretty">
          <CodedText>{summary}</CodedText>
        </h3>
        <p className="font-mono text-sm [overflow-wrap:anywhere] text-ink-2">
          <span className="font-semibold text-ink">{method}</span> {path}
        </p>
        <p className="text-sm text-pretty text-ink-3">
          {description !== undefined && (
            <>
              <CodedText>{description}</CodedText>{' '}
            </>
          )}
          {scope === undefined ? 'Needs any token.' : `Needs the scope ${scope}.`}
        </p>
      </header>
      <CodeBlock
        key={example.key}
        label={`${operationId} in ${example.name}`}
        code={code}
        shown={code}
        language={example.language}
        fits
      />
      <FieldList
        title="Parameters"
        marksRequired
        fields={parameters.flatMap(({ name, schema: each, required, description: said }) =>
          fieldsOf({
            properties: { [name]: { ...each, ...(said && { description: said }) } },
            required: required ? [name] : [],
          }),
        )}
      />
      {body && <FieldList title="Body" marksRequired fields={fieldsOf(body)} />}
      {schema && <FieldList title="Reply" fields={fieldsOf(schema)} />}
      {!schema && (
        <p className="text-sm text-ink-2">
          Answers {media.includes('*/*') ? 'bytes' : media.join(' or ')}.
        </p>
      )}
    </section>
  )
}
