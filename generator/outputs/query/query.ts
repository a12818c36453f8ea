import type { NextPage } from '@concordat/runtime/http'
import { type Code, join, source } from '../../emit/print/code.ts'
import { operationDoc } from '../../emit/print/doc.ts'
import type { GeneratedFile } from '../../emit/print/generated-file.ts'
import { declaredType, importedType, importedValue, MODULES } from '../../emit/print/modules.ts'
import type { Model, Operation } from '../../model/model.ts'
import type { ClientExports } from '../client/members/client-exports.ts'

const READING = ['GET', 'HEAD', 'QUERY']

/**
 * `query.ts`: options of TanStack Query for each operation, of whichever framework.
 * @param options `names` are those of the functions that it imports, `library` is the package whose types tag keys with their data.
 */
export function emitQuery(
  model: Model,
  file: GeneratedFile,
  {
    names,
    library,
  }: { readonly names: Pick<ClientExports, 'operation'>; readonly library?: string | undefined },
): string {
  const homes = new Map<string, string>()
  const entries = model.operations.filter(isAnsweredWhole).flatMap((operation) => {
    for (const name of [operation.requestName, operation.responseName]) homes.set(name, './types')
    const call = importedValue(names.operation(operation), './client')
    return entriesOf(operation, { file, call, library })
  })
  return file.print('query', { entries }, homes)
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
  {
    file,
    call,
    library,
  }: { readonly file: GeneratedFile; readonly call: Code; readonly library: string | undefined },
): readonly Entry[] {
  const { name, requestName, responseName, descriptor, paging } = operation
  const response = declaredType(responseName)
  const entry = (kind: Kind, suffix: string, ...follow: readonly Code[]): Entry => ({
    name: file.declare(`${name}${suffix}`),
    type: source`${importedType(`${kind[0]?.toUpperCase()}${kind.slice(1)}`, MODULES.query)}<${join(
      [declaredType(requestName), response, ...keyOf(kind, { response, library })],
      ', ',
    )}>`,
    value: source`${importedValue(kind, MODULES.query)}(${join([call, ...follow], ', ')})`,
    doc: operationDoc(operation, 0),
  })
  // What a first page's number is, only a walk finds out.
  const isList = paging !== undefined && 'pages' in paging && !('isTried' in paging.pages.next)
  if (!READING.includes(descriptor.method) && !isList) return [entry('mutation', 'Mutation')]
  // A body is all that TanStack Query shows of the page before.
  const follow = isList ? FOLLOWS[paging.pages.next.from] : undefined
  return [
    entry('query', 'Query'),
    ...(follow === undefined ? [] : [entry('infiniteQuery', 'InfiniteQuery', follow)]),
  ]
}

const countUp = importedValue('countUp', MODULES.query)
/** Way from a page to the next, where a body tells it. */
const FOLLOWS: Readonly<Record<NextPage['from'], Code | undefined>> = {
  body: importedValue('followBody', MODULES.query),
  links: importedValue('followLinks', MODULES.query),
  lastItem: importedValue('followLastItem', MODULES.query),
  items: countUp,
  pages: countUp,
  header: undefined,
  range: undefined,
}

type Kind = 'query' | 'infiniteQuery' | 'mutation'

/** The type of a key that tells what its query holds: the library knows its own tags alone. */
function keyOf(
  kind: Kind,
  { response, library }: { readonly response: Code; readonly library: string | undefined },
): Code[] {
  if (library === undefined || kind === 'mutation') return []
  const ours = (name: string) => importedType(name, MODULES.query)
  const tag = importedType('DataTag', library)
  if (kind === 'query') return [source`${tag}<${ours('QueryKey')}, ${ours('QueryData')}<${response}>>`]
  const pages = source`${importedType('InfiniteData', library)}<${ours('PageData')}<${response}>, ${ours('PageParam')}>`
  return [source`${tag}<${ours('InfiniteQueryKey')}, ${pages}>`]
}

/** A stream is read item by item, and nothing to keep. */
function isAnsweredWhole({ descriptor: { responses } }: Operation): boolean {
  return Object.values(responses).every(({ content = {} }) =>
    Object.values(content).every(({ stream }) => stream === undefined),
  )
}
