import { pageStyle } from '@concordat/runtime/http'
import { type Code, source } from '../../emit/print/code.ts'
import { operationDoc } from '../../emit/print/doc.ts'
import type { GeneratedFile } from '../../emit/print/generated-file.ts'
import { declaredType, importedType, importedValue, MODULES } from '../../emit/print/modules.ts'
import type { Model, Operation } from '../../model/model.ts'
import type { ClientExports } from '../client/members/client-exports.ts'

const READING = ['GET', 'HEAD', 'QUERY']

/**
 * `query.ts`: options of TanStack Query for each operation, of whichever framework.
 * @param names of the functions that it imports.
 */
export function emitQuery(
  model: Model,
  file: GeneratedFile,
  names: Pick<ClientExports, 'operation'>,
): string {
  const homes = new Map<string, string>()
  const entries = model.operations.filter(isAnsweredWhole).flatMap((operation) => {
    for (const name of [operation.requestName, operation.responseName]) homes.set(name, './types')
    return entriesOf(operation, { file, call: importedValue(names.operation(operation), './client') })
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
  { file, call }: { readonly file: GeneratedFile; readonly call: Code },
): readonly Entry[] {
  const { name, requestName, responseName, descriptor, paging } = operation
  const types = source`<${declaredType(requestName)}, ${declaredType(responseName)}>`
  const entry = (kind: 'query' | 'infiniteQuery' | 'mutation', suffix: string): Entry => ({
    name: file.declare(`${name}${suffix}`),
    type: source`${importedType(`${kind[0]?.toUpperCase()}${kind.slice(1)}`, MODULES.query)}${types}`,
    value: source`${importedValue(kind, MODULES.query)}(${call})`,
    doc: operationDoc(operation, 0),
  })
  const isList = paging !== undefined && 'pages' in paging
  // A body is all that TanStack Query shows of the page before.
  const leadsOn = isList && pageStyle(paging.pages.next).toldIn !== 'header'
  if (!READING.includes(descriptor.method) && !isList) return [entry('mutation', 'Mutation')]
  return [entry('query', 'Query'), ...(leadsOn ? [entry('infiniteQuery', 'InfiniteQuery')] : [])]
}

/** A stream is read item by item, and nothing to keep. */
function isAnsweredWhole({ descriptor: { responses } }: Operation): boolean {
  return Object.values(responses).every(({ content = {} }) =>
    Object.values(content).every(({ stream }) => stream === undefined),
  )
}
