import type { JsonSchema } from '@concordat/runtime/schema'
import type { FormatPlan } from '../../../emit/formats/format-plan.ts'
import {
  type Code,
  joinCode,
  literalCode,
  newLineCode,
  sourceCode,
  stringLiteralCode,
} from '../../../emit/print/code.ts'
import type { ClientMember } from './client-groups.ts'
import { clientDescriptor } from './descriptor.ts'
import { clientGroupLines } from './group-lines.ts'
import { clientParts } from './parts.ts'

/** Context for printing a group's lines. */
interface GroupContext {
  readonly definitions: Readonly<Record<string, JsonSchema>>
  readonly formats: FormatPlan
  readonly indent: number
  /** One path for all operations, which replaces each operation's own path. */
  readonly path?: string
}

/**
 * Arguments of `operationGroup` after the client: the defaults for all operations, and a line for each
 * operation. Bundles are half as large as with a function for each operation.
 */
export function clientGroupArguments(
  members: readonly ClientMember[],
  { definitions, formats, indent, path: commonPath }: GroupContext,
): Code {
  const operations = members.map(({ operation, name }) => ({ ...operation, memberName: name }))
  const { prefix, words } = clientGroupLines(operations)
  const described = operations.map((operation) => ({ operation, descriptor: clientDescriptor(operation) }))
  const security = mostCommon(described.map(({ descriptor }) => descriptor.security))
  const accept = mostCommon(described.map(({ descriptor }) => descriptor.accept))
  const start = commonStart(described.map(({ descriptor }) => descriptor.path))
  const lines = described.map(({ operation, descriptor }, index) => {
    const { operationId, method, path, statuses, security: own, accept: asked, ...rest } = descriptor
    const { word, isId } = words[index] ?? { word: operation.memberName, isId: false }
    const end = (commonPath ?? path).slice(commonPath === undefined ? start.length : 0)
    const line = [word, method, statuses.replaceAll(' ', ','), ...(end === '' ? [] : [end])].join(' ')
    const more = {
      ...(!isId && { operationId }),
      ...(asked !== accept && { accept: asked ?? 'application/json' }),
      ...(JSON.stringify(own) !== JSON.stringify(security) && { security: own ?? [] }),
      ...rest,
    }
    const parts = clientParts(operation, { definitions, formats })
    if (Object.keys(more).length === 0 && parts === undefined) return stringLiteralCode(line)
    return sourceCode`[${joinCode([stringLiteralCode(line), literalCode(more, indent + 2), ...(parts === undefined ? [] : [parts])], ', ')}]`
  })
  const common = literalCode(
    {
      ...(prefix !== '' && { prefix }),
      ...(commonPath === undefined && start !== '' && { path: start }),
      ...(accept !== undefined && { accept }),
      ...(security !== undefined && { security }),
    },
    indent,
  )
  const margin = newLineCode(indent + 2)
  return sourceCode`${common}, [${joinCode(
    lines.map((line) => sourceCode`${margin}${line},`),
    '',
  )}${newLineCode(indent)}]`
}

/** Most frequent value. */
function mostCommon<Value>(values: readonly Value[]): Value | undefined {
  const kinds = Map.groupBy(values, (value) => JSON.stringify(value))
  return [...kinds.values()].toSorted((one, other) => other.length - one.length)[0]?.[0]
}

/** Leading segments that all paths share: "/pets" for "/pets" and "/pets/{petId}". */
function commonStart(paths: readonly string[]): string {
  const [first = [], ...others] = paths.map((path) => path.split('/'))
  const end = first.findIndex((segment, index) => others.some((other) => other[index] !== segment))
  return first.slice(0, end === -1 ? first.length : end).join('/')
}
