import ts from 'typescript'

/**
 * Writes out the types that a file exports, with their comments, so that the file needs no other. A type that the file
 * names is called by its name.
 */
export function writtenTypes(path: string, options: ts.CompilerOptions): string {
  const program = ts.createProgram([path], options)
  const checker = program.getTypeChecker()
  const source = program.getSourceFile(path)
  const module = source && checker.getSymbolAtLocation(source)
  if (!module) throw new Error(`${path} is no module`)
  const exported = checker.getExportsOfModule(module)
  const names = new Map(exported.map((each) => [checker.getDeclaredTypeOfSymbol(each), each.name]))

  const commentOf = (symbol: ts.Symbol) => {
    const text = ts.displayPartsToString(symbol.getDocumentationComment(checker))
    return text === '' ? '' : `/** ${text.replaceAll('\n', ' ')} */\n`
  }
  const written = (type: ts.Type) => names.get(type) ?? writtenOut(type)

  function writtenOut(type: ts.Type): string {
    if (type.isUnion() && !(type.flags & ts.TypeFlags.Boolean)) {
      const kinds = type.types.toSorted(
        (one, other) => Number(isNothing(one)) - Number(isNothing(other)),
      )
      return kinds.map(written).join(' | ')
    }
    if (checker.isArrayType(type)) {
      const [element] = checker.getTypeArguments(type as ts.TypeReference) as [ts.Type]
      return element.isUnion() ? `(${written(element)})[]` : `${written(element)}[]`
    }
    if (!isObjectOfTheContract(type)) return checker.typeToString(type)
    const properties = checker.getPropertiesOfType(type).map((property) => {
      const isOptional = (property.flags & ts.SymbolFlags.Optional) !== 0
      const value = written(checker.getTypeOfSymbol(property))
      return `${commentOf(property)}${property.name}${isOptional ? '?' : ''}: ${value}`
    })
    return `{\n${properties.join('\n')}\n}`
  }

  /** Classes of the language, such as `AbortSignal`, and records of any names have no properties to write out. */
  function isObjectOfTheContract(type: ts.Type): boolean {
    const isNamed = Boolean(type.symbol?.flags & (ts.SymbolFlags.Interface | ts.SymbolFlags.Class))
    const isRecord = checker.getIndexInfosOfType(type).length > 0
    const isObject = Boolean(type.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection))
    return isObject && !isNamed && !isRecord
  }

  return exported
    .map((symbol) => {
      const type = checker.getDeclaredTypeOfSymbol(symbol)
      return `${commentOf(symbol)}export type ${symbol.name} = ${writtenOut(type)}\n`
    })
    .join('\n')
}

const isNothing = ({ flags }: ts.Type) =>
  flags === ts.TypeFlags.Null || flags === ts.TypeFlags.Undefined
