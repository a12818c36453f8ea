import { join, resolve } from 'node:path'
import ts from 'typescript'

const root = resolve(import.meta.dirname, '../..')

/** `types.ts` and `openapi.ts` of one document, and the schemas that both declare. */
export interface Printed {
  readonly types: string
  readonly openapi: string
  readonly schemas: readonly string[]
}

/** Says of two types how they differ, or that they do not. */
const CHECK = `import type * as types from './types.ts'
import type { components } from './openapi.ts'
type IsAny<Type> = 0 extends 1 & Type ? true : false
type Verdict<Ours, Theirs> =
  true extends IsAny<Ours> | IsAny<Theirs> ? 'any'
  : [Ours] extends [Theirs] ? ([Theirs] extends [Ours] ? 'same' : 'narrower') : [Theirs] extends [Ours] ? 'wider' : 'other'
`

/**
 * Compares the types that `types.ts` and `openapi.ts` give each schema, by assigning them both ways.
 * @param documents by name, which a path may hold.
 * @returns "document Schema: narrower" for each that differs, and what does not compile.
 */
export function disagreements(documents: ReadonlyMap<string, Printed>): string[] {
  const texts = new Map<string, string>()
  const folder = join(root, 'test/golden/agreement')
  for (const [name, { types, openapi, schemas }] of documents) {
    texts.set(join(folder, name, 'types.ts'), types)
    texts.set(join(folder, name, 'openapi.ts'), openapi)
    const verdicts = schemas.map(
      (schema) => `export type ${schema} = Verdict<types.${schema}, components['schemas']['${schema}']>\n`,
    )
    texts.set(join(folder, name, 'check.ts'), `${CHECK}${verdicts.join('')}`)
  }
  const program = programOf(texts)
  const errors = ts.getPreEmitDiagnostics(program).map((diagnostic) => {
    const text = ts.flattenDiagnosticMessageText(diagnostic.messageText, ' ')
    return `${diagnostic.file?.fileName.slice(folder.length + 1)}: ${text}`
  })
  const checker = program.getTypeChecker()
  const verdicts = [...documents.keys()].flatMap((name) => {
    const statements = program.getSourceFile(join(folder, name, 'check.ts'))?.statements ?? []
    return statements
      .filter(ts.isTypeAliasDeclaration)
      .filter((alias) => alias.typeParameters === undefined)
      .map((alias) => `${name} ${alias.name.text}: ${checker.typeToString(checker.getTypeAtLocation(alias))}`)
      .filter((verdict) => !verdict.endsWith(': "same"'))
  })
  return [...errors, ...verdicts]
}

/** A program of texts that stand on no disk. */
function programOf(texts: ReadonlyMap<string, string>): ts.Program {
  const config = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile)
  const { options } = ts.parseJsonConfigFileContent(config.config, ts.sys, root)
  const host = ts.createCompilerHost(options)
  return ts.createProgram(
    [...texts.keys()],
    { ...options, types: [], noEmit: true, noUnusedLocals: false },
    {
      ...host,
      directoryExists: () => true,
      fileExists: (path) => texts.has(path) || host.fileExists(path),
      readFile: (path) => texts.get(path) ?? host.readFile(path),
      getSourceFile: (path, ...rest) => {
        const text = texts.get(path)
        return text === undefined
          ? host.getSourceFile(path, ...rest)
          : ts.createSourceFile(path, text, ts.ScriptTarget.Latest)
      },
    },
  )
}
