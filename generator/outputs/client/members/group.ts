import type { JsonSchema } from '@concordat/runtime/schema'
import type { FormatPlan } from '../../../emit/formats/format-plan.ts'
import { type Code, join, literal, newLine, source, stringLiteral } from '../../../emit/print/code.ts'
import type { ClientMember } from './client-groups.ts'
import { type ClientDescriptor, clientDescriptor } from './descriptor.ts'
import { groupLines } from './group-lines.ts'
import { clientParts } from './parts.ts'

/** What the lines of a group are printed with. */
interface GroupContext {
  readonly definitions: Readonly<Record<string, JsonSchema>>
  readonly formats: FormatPlan
  readonly indent: number
  /** Of all operations, in place of their own. */
  readonly path?: string
}

/**
 * The arguments of `operationGroup` behind the client: what the operations of a group have in common, and a line for each. A
 * bundle of them all is half the size of a bundle of their functions.
 */
export function groupArguments(
  members: readonly ClientMember[],
  { definitions, formats, indent, path: commonPath }: GroupContext,
): Code {
  const operations = members.map(({ operation, name }) => ({ ...operation, memberName: name }))
  const { prefix, words } = groupLines(operations)
  const described = operations.map((operation) => ({ operation, descriptor: clientDescriptor(operation) }))
  const security = commonSecurity(described.map(({ descriptor }) => descriptor))
  const lines = described.map(({ operation, descriptor }, index) => {
    const { operationId, method, path, statuses, security: own, ...rest } = descriptor
    const { word, isId } = words[index] ?? { word: operation.memberName, isId: false }
    const line = stringLiteral(`${word} ${method} ${statuses.replaceAll(' ', ',')} ${commonPath ?? path}`)
    const more = {
      ...(!isId && { operationId }),
      ...(JSON.stringify(own) !== JSON.stringify(security) && { security: own ?? [] }),
      ...rest,
    }
    const parts = clientParts(operation, { definitions, formats })
    if (Object.keys(more).length === 0 && parts === undefined) return line
    return source`[${join([line, literal(more, indent + 2), ...(parts === undefined ? [] : [parts])], ', ')}]`
  })
  const common = literal(
    { ...(prefix !== '' && { prefix }), ...(security !== undefined && { security }) },
    indent,
  )
  const margin = newLine(indent + 2)
  return source`${common}, [${join(
    lines.map((line) => source`${margin}${line},`),
    '',
  )}${newLine(indent)}]`
}

/** What most operations of the group ask for. */
function commonSecurity(descriptors: readonly ClientDescriptor[]): ClientDescriptor['security'] {
  const kinds = Map.groupBy(descriptors, ({ security }) => JSON.stringify(security))
  return [...kinds.values()].toSorted((one, other) => other.length - one.length)[0]?.[0]?.security
}
