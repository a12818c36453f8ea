import type { NextPage } from '@concordat/runtime/http'
import { type Code, joinCode, sourceCode, stringLiteralCode } from '../../emit/print/code.ts'
import { docComment } from '../../emit/print/comment.ts'
import { operationDocComment } from '../../emit/print/doc.ts'
import type { GeneratedFile } from '../../emit/print/generated-file.ts'
import { declaredType, importedType, importedValue } from '../../emit/print/modules.ts'
import type { Model, Operation } from '../../model/model.ts'
import type { ClientExports } from '../client/members/client-exports.ts'
import type { QueryKind, QueryLibrary } from './query-library.ts'

const READING = ['GET', 'HEAD', 'QUERY']

interface Printing {
  readonly file: GeneratedFile
  readonly library: QueryLibrary
  /** Names of the imported functions. */
  readonly names: Pick<ClientExports, 'operation'>
}

/**
 * The file for a query library: entries for each operation that returns no stream, and functions that select
 * a tag's queries.
 */
export function emitQuery(model: Model, { file, library, names }: Printing): string {
  const homes = new Map<string, string>()
  const operations = model.operations.filter(isAnsweredWhole)
  const entries = operations.flatMap((operation) => {
    for (const name of [operation.requestName, operation.responseName]) homes.set(name, './types')
    return entriesOf(operation, {
      file,
      library,
      call: importedValue(names.operation(operation), './client'),
    })
  })
  const tags = model.tags.flatMap(({ name, identifier, operations: all }) => {
    const read = all.filter((each) => each.isTagged && operations.includes(each) && kindOf(each) === 'query')
    const ids = read.map(({ descriptor }) => stringLiteralCode(descriptor.operationId))
    return ids.length === 0 ? [] : [{ name, identifier, ids }]
  })
  const ofTags = tags.map(({ name, identifier, ids }) => ({
    name: file.declare(`${identifier}${library.tags.suffix}`),
    type: library.tags.type,
    value: sourceCode`${importedValue(library.tags.make, library.module)}(${joinCode(ids, ', ')})`,
    doc: docComment([`${library.tags.means} of the tag "${name}".`]),
  }))
  return file.print('query', { entries: [...entries, ...ofTags] }, homes)
}

interface Entry {
  readonly [name: string]: Code
  readonly name: Code
  readonly type: Code
  readonly value: Code
  readonly doc: Code
}

function entriesOf(
  operation: Operation,
  { file, library, call }: Pick<Printing, 'file' | 'library'> & { readonly call: Code },
): readonly Entry[] {
  const { name, requestName, responseName } = operation
  const response = declaredType(responseName)
  const entry = (kind: QueryKind, ...follow: readonly Code[]): Entry => {
    const { suffix, make } = library.kinds[kind]
    const type = importedType(`${make[0]?.toUpperCase()}${make.slice(1)}`, library.module)
    const types = joinCode([declaredType(requestName), response, ...library.keyOf(kind, response)], ', ')
    return {
      name: file.declare(`${name}${suffix}`),
      type: sourceCode`${type}<${types}>`,
      value: sourceCode`${importedValue(make, library.module)}(${joinCode([call, ...follow], ', ')})`,
      doc: operationDocComment(operation, 0),
    }
  }
  const kind = kindOf(operation)
  const follow = followOf(operation)
  return [
    entry(kind),
    ...(follow === undefined ? [] : [entry('infiniteQuery', importedValue(follow, library.module))]),
  ]
}

/**
 * Reads, and lists whose pages can be walked, even with POST, are queries. All other operations are
 * mutations.
 */
function kindOf(operation: Operation): 'query' | 'mutation' {
  return READING.includes(operation.descriptor.method) || nextOf(operation) !== undefined
    ? 'query'
    : 'mutation'
}

/**
 * Paging style; `undefined` for an operation without pages, or if the number of the first page is unknown
 * until the pages are walked.
 */
function nextOf({ paging }: Operation): NextPage | undefined {
  return paging !== undefined && 'pages' in paging && !('isTried' in paging.pages.next)
    ? paging.pages.next
    : undefined
}

function followOf(operation: Operation): string | undefined {
  const next = nextOf(operation)
  return next && FOLLOWS[next.from]
}

/**
 * Names of the functions that determine the next page from the body of the previous one. Styles that need
 * headers have none, because the libraries provide only the body.
 */
const FOLLOWS: Readonly<Record<NextPage['from'], string | undefined>> = {
  body: 'followBody',
  links: 'followLinks',
  lastItem: 'followLastItem',
  items: 'countUp',
  pages: 'countUp',
  header: undefined,
  range: undefined,
}

/** False if a response is a stream, because streams are read item by item and not cached. */
function isAnsweredWhole({ descriptor: { responses } }: Operation): boolean {
  return Object.values(responses).every(({ content = {} }) =>
    Object.values(content).every(({ stream }) => stream === undefined),
  )
}
