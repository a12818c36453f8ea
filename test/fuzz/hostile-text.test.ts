import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import ts from 'typescript'
import { afterAll, expect, test } from 'vitest'
import { ProblemsError } from '../../generator/errors/problem.ts'
import { generate } from '../../generator/generate.ts'
import { hostileDocument, type Texts, textCount } from './hostile-document.ts'

/** Set CONCORDAT_SEED to repeat a failed run. */
const seed = Number(process.env['CONCORDAT_SEED'] ?? 20260101)
const RUNS = 150

/** Everything that templates call. A call to anything else came from a document. */
const CALLED = new Set([
  'defineOperation',
  'createClient$1',
  'operationGroup',
  'createApp$1',
  'contract$1',
  'afterAll',
  'describe',
  'test',
  'contract.operation',
])
const STATEMENTS = new Set([
  ts.SyntaxKind.ImportDeclaration,
  ts.SyntaxKind.InterfaceDeclaration,
  ts.SyntaxKind.TypeAliasDeclaration,
  ts.SyntaxKind.VariableStatement,
  ts.SyntaxKind.FunctionDeclaration,
  ts.SyntaxKind.ExpressionStatement,
  ts.SyntaxKind.ForOfStatement,
  ts.SyntaxKind.ReturnStatement,
  ts.SyntaxKind.Block,
])
/** Syntax that no template prints, and that runs code, reaches the global scope or disables checks. */
const NEVER = new Set([
  ts.SyntaxKind.TemplateExpression,
  ts.SyntaxKind.NoSubstitutionTemplateLiteral,
  ts.SyntaxKind.TaggedTemplateExpression,
  ts.SyntaxKind.NewExpression,
  ts.SyntaxKind.RegularExpressionLiteral,
  ts.SyntaxKind.AnyKeyword,
  ts.SyntaxKind.DeleteExpression,
  ts.SyntaxKind.AwaitExpression,
])

const ENDINGS = [
  "'",
  '"',
  '`',
  '*/',
  '\n',
  '\r\n',
  '\u2028',
  '\u2029',
  '\\',
  "\\'",
  '${',
  '}',
  '-->',
  '</script>',
  '//',
  ')',
  ']',
  ';',
  '{{',
  '}}',
  '{{{',
  '\0',
  '\u202e',
  '\ud800',
]
const PAYLOADS = [
  'PWNED()',
  ';PWNED();',
  '*/PWNED()/*',
  "'+PWNED()+'",
  '`${PWNED()}`',
  '\nPWNED()\n//',
  '});PWNED();({',
  "']: PWNED(), ['",
  '{{lookup this "x"}}',
  '@ts-nocheck',
  'any',
  '__proto__',
  'constructor',
  '$&',
  '$`',
]

const hostileText = fc
  .array(
    fc.oneof(
      fc.constantFrom(...ENDINGS),
      fc.constantFrom(...PAYLOADS),
      fc.string({ maxLength: 4, unit: 'binary' }),
    ),
    { minLength: 1, maxLength: 5 },
  )
  .map((parts) => parts.join(''))

const folder = mkdtempSync(join(tmpdir(), 'concordat-fuzz-'))
afterAll(() => rmSync(folder, { recursive: true }))

test(`hostile text in every string position stays text (seed ${seed})`, async () => {
  let generated = 0
  const texts = fc.array(hostileText, { minLength: textCount, maxLength: textCount })
  const run = async (values: Texts) => {
    const document = join(folder, 'openapi.json')
    writeFileSync(document, JSON.stringify(hostileDocument(values)))
    const files = await attempt(document)
    if (files === undefined) return
    generated += 1
    for (const [path, text] of files) expect(intruders(path, text), path).toEqual([])
  }
  await fc.assert(fc.asyncProperty(texts, run), { seed, numRuns: RUNS })
  expect(
    generated,
    'most hostile documents are valid and must be generated, or nothing is tested',
  ).toBeGreaterThan(RUNS * 0.7)
})

test('the check finds a statement that a document put there', () => {
  expect(intruders('x.ts', 'export const a = PWNED()\n')).toEqual(['calls PWNED'])
  expect(intruders('x.ts', 'for (;;) {}\n')).toEqual(['statement ForStatement'])
  expect(intruders('x.ts', 'export type a = any\n')).toEqual(['AnyKeyword'])
  expect(intruders('x.ts', "export const a = '\n")).not.toEqual([])
  expect(intruders('x.ts', '// @ts-nocheck\nexport type a = 1\n')).toEqual(['switches checking off'])
})

/** A document that hostile strings make invalid is rejected with problems, which is fine. */
async function attempt(document: string): Promise<ReadonlyMap<string, string> | undefined> {
  try {
    return (await generate({ document, output: folder })).files
  } catch (error) {
    if (error instanceof ProblemsError) return undefined
    throw error
  }
}

function intruders(path: string, text: string): string[] {
  if (path.endsWith('.json')) return JSON.parse(text) === undefined ? ['no JSON'] : []
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  const diagnostics = (file as unknown as { parseDiagnostics: readonly ts.Diagnostic[] }).parseDiagnostics
  const found = diagnostics.map(
    (diagnostic) => `syntax: ${ts.flattenDiagnosticMessageText(diagnostic.messageText, ' ')}`,
  )
  if ((file as unknown as { checkJsDirective?: unknown }).checkJsDirective !== undefined)
    found.push('switches checking off')
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && !CALLED.has(node.expression.getText()))
      found.push(`calls ${node.expression.getText()}`)
    if (NEVER.has(node.kind)) found.push(ts.SyntaxKind[node.kind])
    if (ts.isStatement(node) && !STATEMENTS.has(node.kind))
      found.push(`statement ${ts.SyntaxKind[node.kind]}`)
    ts.forEachChild(node, visit)
  }
  visit(file)
  return found
}
