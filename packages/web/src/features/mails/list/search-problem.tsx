import { ButtonLink } from '../../../ui/buttons/button-link.tsx'

type SearchProblemProps = { query: string; problem: string; allMailPath: string }

/** A search with a syntax error, which is marked. */
export function SearchProblem({ query, problem, allMailPath }: SearchProblemProps) {
  const position = problemPosition(problem)
  const at = position === null ? null : Math.min(position - 1, query.length)
  return (
    <div role="alert" className="m-auto grid max-w-full justify-items-center gap-3 px-6 py-12">
      <p className="m-0 font-[550]">This search is not valid</p>
      {at !== null && (
        <pre
          aria-hidden
          className="m-0 max-w-full overflow-x-auto rounded-md border border-line bg-bg px-3 py-2 font-mono text-sm whitespace-pre"
        >
          {query.slice(0, at)}
          <span className="bg-danger-soft text-danger underline decoration-2 underline-offset-4">
            {query.charAt(at) || ' '}
          </span>
          {query.slice(at + 1)}
        </pre>
      )}
      <p className="m-0 text-center text-sm text-ink-3 text-pretty">{problem}.</p>
      <ButtonLink to={allMailPath}>Show all mail</ButtonLink>
    </div>
  )
}

/** The position of the error according to the server, counted from 1; null when it names none. */
function problemPosition(problem: string): number | null {
  const digits = /at character (\d{1,6})\.?$/.exec(problem)?.[1]
  return digits === undefined ? null : Math.max(1, Number(digits))
}
