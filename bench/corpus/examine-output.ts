import { readdirSync, readFileSync } from 'node:fs'
import { dirname, extname, join, relative } from 'node:path'
import ts from 'typescript'

export interface Examination {
  readonly files: number
  /** Number of lines of TypeScript; the bundled document is not counted. */
  readonly lines: number
  /** Forbidden content in generated files, each with its file and line. */
  readonly findings: readonly string[]
}

/** Text that would tie the output to one run, machine or release. */
export interface Forbidden {
  readonly what: string
  readonly text: string
}

/** Comments that suppress compiler errors; they are forbidden even if the document contains them. */
const SUPPRESSIONS = ['@ts-nocheck', '@ts-ignore', '@ts-expect-error']

/**
 * Reads every generated file and reports what it must not contain: the type `any`, suppressed type errors,
 * and forbidden text that the document itself does not contain.
 * @param document the root file; text in any file in its folder counts as the document's own.
 */
export function examineOutput(
  output: string,
  document: string,
  forbidden: readonly Forbidden[],
): Examination {
  const files = filesBelow(output)
  const findings: string[] = []
  let lines = 0
  for (const file of files) {
    const text = readFileSync(file, 'utf8')
    const report = (what: string, offset: number) =>
      findings.push(`${relative(output, file)}:${lineOf(text, offset)} holds ${what}`)
    if (extname(file) === '.ts') {
      lines += lineOf(text, text.length) - 1
      for (const offset of findAnyTypes(file, text)) report('the type any', offset)
    }
    for (const suppression of SUPPRESSIONS.filter((suppression) => text.includes(suppression)))
      report(suppression, text.indexOf(suppression))
    for (const { what, text: unwanted } of forbidden)
      if (text.includes(unwanted) && !isOfDocument(document, unwanted))
        report(`${what}, "${unwanted}"`, text.indexOf(unwanted))
  }
  return { files: files.length, lines, findings }
}

function findAnyTypes(file: string, text: string): readonly number[] {
  const offsets: number[] = []
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest)
  const visit = (node: ts.Node): void => {
    if (node.kind === ts.SyntaxKind.AnyKeyword) offsets.push(node.end - 'any'.length)
    ts.forEachChild(node, visit)
  }
  visit(source)
  return offsets
}

/**
 * True if a file of the document contains the text. Can read thousands of files, but is only called if an
 * output contains the text.
 */
function isOfDocument(document: string, text: string): boolean {
  return filesBelow(dirname(document)).some((file) => readFileSync(file, 'utf8').includes(text))
}

function filesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
}

function lineOf(text: string, offset: number): number {
  let line = 1
  for (let at = text.indexOf('\n'); at !== -1 && at < offset; at = text.indexOf('\n', at + 1)) line += 1
  return line
}
