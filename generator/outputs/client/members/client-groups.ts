import { TakenNames } from '../../../emit/print/taken-names.ts'
import type { Model, Operation, Tag, TagParent } from '../../../model/model.ts'

/** An operation and its name in the client. */
export interface ClientMember {
  readonly operation: Operation
  readonly name: string
}

/** A tag's members in the client. */
export interface ClientGroup {
  readonly name: string
  readonly doc: string
  /** Tag of the group; absent if only child tags have operations. */
  readonly tag?: Tag
  readonly groups: readonly ClientGroup[]
  readonly members: readonly ClientMember[]
}

/** Members of the client object. */
export interface ClientMembers {
  /** Name of the property that contains the client, for functions that take the client as an argument. */
  readonly client: string
  readonly groups: readonly ClientGroup[]
  /** Members outside the groups. */
  readonly untagged: readonly ClientMember[]
}

/** A tag and its child tags. */
interface Branch {
  readonly parent: TagParent
  tag?: Tag
  readonly children: Map<string, Branch>
}

export function clientMembers({ tags, operations }: Pick<Model, 'tags' | 'operations'>): ClientMembers {
  const names = new TakenNames()
  const client = names.declare('client')
  const groups = namedGroups(branchesOf(tags.filter(isOfTag)), names)
  // The groups get their names first, because an operation outside them can have the same name as a group.
  const untagged = named(
    operations.filter(({ isTagged }) => !isTagged),
    names,
  )
  return { client, groups, untagged }
}

/** True for a tag from the document, but not for the one that was invented for operations without a tag. */
function isOfTag({ operations }: Tag): boolean {
  return operations.some(({ isTagged }) => isTagged)
}

function branchesOf(tags: readonly Tag[]): ReadonlyMap<string, Branch> {
  const top = new Map<string, Branch>()
  for (const tag of tags) {
    let level = top
    let branch: Branch | undefined
    for (const parent of [...tag.parents, tag]) {
      branch = level.get(parent.name) ?? { parent, children: new Map() }
      level.set(parent.name, branch)
      level = branch.children
    }
    if (branch !== undefined) branch.tag = tag
  }
  return top
}

function namedGroups(branches: ReadonlyMap<string, Branch>, names: TakenNames): ClientGroup[] {
  return [...branches.values()].map(({ parent, tag, children }) => {
    const inside = new TakenNames()
    return {
      name: names.declare(parent.identifier),
      doc: parent.description ?? parent.name,
      ...(tag !== undefined && { tag }),
      groups: namedGroups(children, inside),
      members: named(tag?.operations.filter(({ isTagged }) => isTagged) ?? [], inside),
    }
  })
}

function named(operations: readonly Operation[], names: TakenNames): ClientMember[] {
  return operations.map((operation) => ({ operation, name: names.declare(operation.memberName) }))
}
