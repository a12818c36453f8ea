import { type Code, join, newLine, propertyKey, source, stringLiteral } from '../../../emit/print/code.ts'
import { docComment } from '../../../emit/print/comment.ts'
import { globalType } from '../../../emit/print/modules.ts'
import type { ClientGroup } from './client-groups.ts'

const omit = globalType('Omit')

/** Prints the operations of one group, without nested groups. */
export interface GroupTexts {
  /** Members of their type, each on a line, or the name of the type. */
  type(group: ClientGroup, indent: number): { readonly members: readonly Code[] } | { readonly name: Code }
  /** Code that creates them for a client. @param type given if TypeScript cannot infer it there. */
  value(group: ClientGroup, options: { readonly indent: number; readonly type?: Code }): Code
}

/** Type of a group, including nested groups. */
export function groupType(group: ClientGroup, texts: GroupTexts, indent: number): Code {
  const own = group.members.length === 0 ? { members: [] } : texts.type(group, indent + 2)
  const inner = group.groups.map((child) => {
    const key = source`readonly ${propertyKey(child.name)}`
    const row = source`${key}: ${groupType(child, texts, indent + 2)}`
    return source`${docComment([child.doc], indent + 2)}${newLine(indent + 2)}${row}`
  })
  if ('name' in own && inner.length === 0) return own.name
  const rows = ['members' in own ? own.members : [], inner].flat()
  const margin = newLine(indent + 2)
  const lines = join(
    rows.map((row) => source`${margin}${row}`),
    '',
  )
  const object = source`{${lines}${newLine(indent)}}`
  return 'name' in own ? source`${own.name} & ${object}` : object
}

/**
 * Code that creates a group for a client, including nested groups.
 * @param options `type` is the group's type as others name it.
 */
export function groupValue(
  group: ClientGroup,
  texts: GroupTexts,
  { indent, type }: { readonly indent: number; readonly type: Code },
): Code {
  if (group.groups.length === 0) return texts.value(group, { indent })
  const names = group.groups.map(({ name }) => stringLiteral(name))
  const own = source`${omit}<${type}, ${join(names, ' | ')}>`
  const rows = [
    ...(group.members.length === 0
      ? []
      : [source`...${texts.value(group, { indent: indent + 2, type: own })}`]),
    ...group.groups.map((child) => {
      const childType = source`${type}[${stringLiteral(child.name)}]`
      return source`${propertyKey(child.name)}: ${groupValue(child, texts, { indent: indent + 2, type: childType })}`
    }),
  ]
  const margin = newLine(indent + 2)
  const lines = join(
    rows.map((row) => source`${margin}${row},`),
    '',
  )
  return source`{${lines}${newLine(indent)}}`
}
