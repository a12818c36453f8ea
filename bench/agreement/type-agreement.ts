import { join, resolve } from 'node:path'
import ts from 'typescript'
import type { Model, Operation } from '../../generator/model/model.ts'

const root = resolve(import.meta.dirname, '../..')

/** The outputs for one document, including `openapi.ts`, and the pairs of types to compare. */
export interface Printed {
  /** Texts by path. */
  readonly files: ReadonlyMap<string, string>
  readonly pairs: readonly Pair[]
}

/** File contents by path. */
export interface Pair {
  readonly name: string
  readonly ours: string
  readonly theirs: string
}

/**
 * Returns a pair for each schema, for an operation's parameters in each location, and for each of its bodies
 * that is not a stream or the body of a status range.
 */
export function pairsOf({ schemas, operations }: Pick<Model, 'schemas' | 'operations'>): Pair[] {
  return [
    ...schemas.map(({ name }) => ({
      name,
      ours: `types.${name}`,
      theirs: `components['schemas']['${name}']`,
    })),
    ...operations.flatMap(operationPairs),
  ]
}

function operationPairs({ descriptor, requestName, responseName }: Operation): Pair[] {
  const { operationId, parameters = [], requestBody, responses } = descriptor
  const theirs = `operations[${JSON.stringify(operationId)}]`
  const locations = [...new Set(parameters.map((parameter) => parameter.in))].map((location) => ({
    name: `${operationId} ${location}`,
    ours: `NonNullable<types.${requestName}['${location}']>`,
    theirs: `NonNullable<${theirs}['parameters']['${location}']>`,
  }))
  // Streams are not compared, because openapi-typescript types them as strings.
  const sent = Object.entries(requestBody?.content ?? {}).flatMap(([mediaType, { stream }], _, all) => {
    const key = JSON.stringify(mediaType)
    const choice = all.length === 1 ? '' : `Extract<types.${requestName}, { mediaType?: ${key} }>`
    const pair = {
      name: `${operationId} ${mediaType}`,
      ours: `Exclude<${choice || `types.${requestName}`}['body'], undefined>`,
      theirs: `NonNullable<${theirs}['requestBody']>['content'][${key}]`,
    }
    return stream === undefined ? [pair] : []
  })
  const answered = Object.entries(responses).flatMap(([status, { content = {} }]) =>
    Object.entries(content).flatMap(([mediaType, { stream }], _, all) => {
      const key = JSON.stringify(mediaType)
      const choice = all.length === 1 ? '' : `; mediaType: ${key}`
      const pair = {
        name: `${operationId} ${status} ${mediaType}`,
        ours: `Extract<types.${responseName}, { status: ${status}${choice} }>['body']`,
        theirs: `${theirs}['responses'][${status}]['content'][${key}]`,
      }
      return stream === undefined ? [pair] : []
    }),
  )
  return [...locations, ...sent, ...answered.filter(({ name }) => / \d+ /.test(name))]
}

/** Types that determine whether two types are the same, or how they differ. */
const CHECK = `import type * as types from './types.ts'
import type { components, operations } from './openapi.ts'
type IsAny<Type> = 0 extends 1 & Type ? true : false
type Verdict<Ours, Theirs> =
  true extends IsAny<Ours> | IsAny<Theirs> ? 'any'
  : [Ours] extends [Theirs] ? ([Theirs] extends [Ours] ? 'same' : 'narrower') : [Theirs] extends [Ours] ? 'wider' : 'other'
`

/**
 * Compares the types in `types.ts` with their counterparts in `openapi.ts`, by testing whether each is
 * assignable to the other.
 * @param documents by name, which can be a path.
 * @param options compiler options that override the project's.
 * @returns a line such as `document Schema: "narrower"` for each type that differs, and the compiler's
 * errors.
 */
export function disagreements(
  documents: ReadonlyMap<string, Printed>,
  options: ts.CompilerOptions = {},
): string[] {
  const texts = new Map<string, string>()
  const folder = join(root, 'test/golden/agreement')
  for (const [name, { files, pairs }] of documents) {
    for (const [path, text] of files) if (path.endsWith('.ts')) texts.set(join(folder, name, path), text)
    const verdicts = pairs.map(
      ({ ours, theirs }, index) => `export type V${index} = Verdict<${ours}, ${theirs}>\n`,
    )
    texts.set(join(folder, name, 'check.ts'), `${CHECK}${verdicts.join('')}`)
  }
  const program = programOf(texts, options)
  const errors = ts.getPreEmitDiagnostics(program).map((diagnostic) => {
    const text = ts.flattenDiagnosticMessageText(diagnostic.messageText, ' ')
    return `${diagnostic.file?.fileName.slice(folder.length + 1)}: ${text}`
  })
  const checker = program.getTypeChecker()
  const verdicts = [...documents].flatMap(([document, { pairs }]) => {
    const statements: readonly ts.Statement[] =
      program.getSourceFile(join(folder, document, 'check.ts'))?.statements ?? []
    return statements
      .filter(ts.isTypeAliasDeclaration)
      .filter((alias) => /^V\d+$/.test(alias.name.text))
      .map((alias, index) => {
        const verdict = checker.typeToString(checker.getTypeAtLocation(alias))
        return `${document} ${pairs[index]?.name}: ${verdict}`
      })
      .filter((verdict) => !verdict.endsWith(': "same"'))
  })
  return [...errors, ...verdicts]
}

/** Creates a program from sources that are not on disk. */
function programOf(texts: ReadonlyMap<string, string>, own: ts.CompilerOptions): ts.Program {
  const config = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile)
  const { options } = ts.parseJsonConfigFileContent(config.config, ts.sys, root)
  const host = ts.createCompilerHost(options)
  return ts.createProgram(
    [...texts.keys()],
    { ...options, types: [], noEmit: true, noUnusedLocals: false, ...own },
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
