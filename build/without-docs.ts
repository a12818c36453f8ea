import ts from 'typescript'

/**
 * JavaScript without its doc comments, which the declarations repeat. Other comments
 * stay: bundlers read some of them.
 * @param text of a module.
 */
export function withoutDocs(text: string): string {
  const source = ts.createSourceFile('module.js', text, ts.ScriptTarget.Latest, true, ts.ScriptKind.JS)
  const docs = new Map<number, ts.CommentRange>()
  const visit = (node: ts.Node): void => {
    for (const range of ts.getLeadingCommentRanges(text, node.getFullStart()) ?? [])
      if (text.startsWith('/**', range.pos)) docs.set(range.pos, range)
    ts.forEachChild(node, visit)
  }
  visit(source)
  let rest = text
  for (const { pos, end } of [...docs.values()].toSorted((one, other) => other.pos - one.pos)) {
    const start = rest.lastIndexOf('\n', pos - 1) + 1
    const isAlone = rest.slice(start, pos).trim() === '' && rest[end] === '\n'
    rest = isAlone ? rest.slice(0, start) + rest.slice(end + 1) : rest.slice(0, pos) + rest.slice(end)
  }
  return rest
}
