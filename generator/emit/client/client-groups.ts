import type { Model, Operation, Tag } from '../../model/model.ts'
import { TakenNames } from '../print/taken-names.ts'

/** An operation under the name that it has in the client. */
export interface ClientMember {
  readonly operation: Operation
  readonly name: string
}

/** What the object of a client has. */
export interface ClientMembers {
  /** Name of the member that the functions take. */
  readonly client: string
  readonly groups: readonly {
    readonly tag: Tag
    readonly name: string
    readonly members: readonly ClientMember[]
  }[]
  /** What stands beside the groups. */
  readonly untagged: readonly ClientMember[]
}

export function clientMembers({ tags, operations }: Pick<Model, 'tags' | 'operations'>): ClientMembers {
  const names = new TakenNames()
  const client = names.declare('client')
  const groups = tags.flatMap((tag) => {
    const members = tag.operations
      .filter(({ isTagged }) => isTagged)
      .map((operation) => ({ operation, name: operation.memberName }))
    return members.length === 0 ? [] : [{ tag, name: names.declare(tag.identifier), members }]
  })
  // Beside the groups an operation may need another name than alone.
  const untagged = operations
    .filter(({ isTagged }) => !isTagged)
    .map((operation) => ({ operation, name: names.declare(operation.memberName) }))
  return { client, groups, untagged }
}
