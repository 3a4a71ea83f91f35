type ColouredLinesProps = { lines: { content: string; color?: string }[][] }

/** Highlighted source text, line by line. */
export function ColouredLines({ lines }: ColouredLinesProps) {
  return lines.map((line, index) => (
    <span key={index}>
      {line.map(({ content, color }, piece) => (
        <span key={piece} style={{ color }}>
          {content}
        </span>
      ))}
      {'\n'}
    </span>
  ))
}
