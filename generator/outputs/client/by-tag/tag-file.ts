import { docComment } from '../../../emit/print/comment.ts'
import type { GeneratedFile } from '../../../emit/print/generated-file.ts'
import { IMPORTED_MODULES, importedType, importedValue } from '../../../emit/print/modules.ts'
import type { Model } from '../../../model/model.ts'
import type { ClientGroup, ClientMember } from '../members/client-groups.ts'
import type { ClientSettings } from '../members/client-settings.ts'
import { clientGroupArguments } from '../members/group.ts'
import { clientMemberView, clientOperationView } from '../members/operation-views.ts'

/** A client group, with the names under which its tag's file exports it. */
export interface ExportedGroup {
  /** Module of the file. */
  readonly module: string
  /** The group in this file; absent for members outside the groups. */
  readonly group?: ClientGroup
  /** The group's description in the document. */
  readonly doc: string
  readonly members: readonly ClientMember[]
  /** Interface of its operations. */
  readonly type: string
  /** Name of the function that creates the operations for a client. */
  readonly make: string
}

interface TagFileContext {
  readonly model: Model
  readonly settings: ClientSettings
  /** The tag's operations, with their function names. */
  readonly functions: readonly ClientMember[]
  readonly groups: readonly ExportedGroup[]
}

/** `client/pets.ts`: the functions of a tag's operations, and the group that binds them to a client. */
export function emitTagFile(
  file: GeneratedFile,
  { model, settings, functions, groups }: TagFileContext,
): string {
  const { definitions } = model.descriptor
  const declared = functions.map(({ operation, name }) => ({ operation, name: file.declare(name) }))
  const exported = groups.map((group) => ({
    group,
    type: file.declare(group.type),
    make: file.declare(group.make),
  }))
  return file.print('client-tag', {
    operations: declared.map(({ operation, name }) =>
      clientOperationView(operation, { name, model, settings }),
    ),
    groups: exported.map(({ group: { doc, members }, type, make }) => ({
      type,
      doc: docComment([doc]),
      operations: members.map((member) => clientMemberView(member, { settings, indent: 2 })),
      makeDoc: docComment([`Creates {@link ${type.toString()}} for a client.`]),
      make,
      client: file.local('client'),
      Client: importedType('Client', IMPORTED_MODULES.client),
      group: importedValue('operationGroup', IMPORTED_MODULES.client),
      lines: clientGroupArguments(members, { definitions, formats: settings.formats, indent: 2 }),
    })),
  })
}
