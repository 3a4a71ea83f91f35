/** Text whose words between backticks are code. */
export function CodedText({ children }: { children: string }) {
  return children.split('`').map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      // The parts never change their order: their places tell them apart.
      <code key={index} className="font-mono">
        {part}
      </code>
    ),
  )
}
