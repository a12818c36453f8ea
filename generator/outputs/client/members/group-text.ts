import {
  type Code,
  joinCode,
  newLineCode,
  propertyKeyCode,
  sourceCode,
  stringLiteralCode,
} from '../../../emit/print/code.ts'
import { docComment } from '../../../emit/print/comment.ts'
import { globalType } from '../../../emit/print/modules.ts'
import type { ClientGroup } from './client-groups.ts'

const omit = globalType('Omit')

/** Prints a group's operations, without nested groups. */
export interface GroupTexts {
  /** The type of the operations: its members, one per line, or its name. */
  type(group: ClientGroup, indent: number): { readonly members: readonly Code[] } | { readonly name: Code }
  /**
   * Code that creates the operations for a client.
   * @param type given if TypeScript cannot infer it at that location.
   */
  value(group: ClientGroup, options: { readonly indent: number; readonly type?: Code }): Code
}

/** Type of a group, including nested groups. */
export function clientGroupType(group: ClientGroup, texts: GroupTexts, indent: number): Code {
  const own = group.members.length === 0 ? { members: [] } : texts.type(group, indent + 2)
  const inner = group.groups.map((child) => {
    const key = sourceCode`readonly ${propertyKeyCode(child.name)}`
    const row = sourceCode`${key}: ${clientGroupType(child, texts, indent + 2)}`
    return sourceCode`${docComment([child.doc], indent + 2)}${newLineCode(indent + 2)}${row}`
  })
  if ('name' in own && inner.length === 0) return own.name
  const rows = ['members' in own ? own.members : [], inner].flat()
  const margin = newLineCode(indent + 2)
  const lines = joinCode(
    rows.map((row) => sourceCode`${margin}${row}`),
    '',
  )
  const object = sourceCode`{${lines}${newLineCode(indent)}}`
  return 'name' in own ? sourceCode`${own.name} & ${object}` : object
}

/**
 * Code that creates a group for a client, including nested groups.
 * @param options `type` is a reference to the group's type.
 */
export function clientGroupValue(
  group: ClientGroup,
  texts: GroupTexts,
  { indent, type }: { readonly indent: number; readonly type: Code },
): Code {
  if (group.groups.length === 0) return texts.value(group, { indent })
  const names = group.groups.map(({ name }) => stringLiteralCode(name))
  const own = sourceCode`${omit}<${type}, ${joinCode(names, ' | ')}>`
  const rows = [
    ...(group.members.length === 0
      ? []
      : [sourceCode`...${texts.value(group, { indent: indent + 2, type: own })}`]),
    ...group.groups.map((child) => {
      const childType = sourceCode`${type}[${stringLiteralCode(child.name)}]`
      return sourceCode`${propertyKeyCode(child.name)}: ${clientGroupValue(child, texts, { indent: indent + 2, type: childType })}`
    }),
  ]
  const margin = newLineCode(indent + 2)
  const lines = joinCode(
    rows.map((row) => sourceCode`${margin}${row},`),
    '',
  )
  return sourceCode`{${lines}${newLineCode(indent)}}`
}
