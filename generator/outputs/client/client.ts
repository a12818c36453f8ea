import { RANGE } from '@concordat/runtime/http'
import {
  type Code,
  identifierCode,
  joinCode,
  literalCode,
  propertyCode,
  sourceCode,
  stringLiteralCode,
} from '../../emit/print/code.ts'
import { docComment } from '../../emit/print/comment.ts'
import type { GeneratedFile } from '../../emit/print/generated-file.ts'
import { globalType, IMPORTED_MODULES, importedType, importedValue } from '../../emit/print/modules.ts'
import type { Model } from '../../model/model.ts'
import { clientExports } from './members/client-exports.ts'
import { clientMembers } from './members/client-groups.ts'
import { clientOptionsView } from './members/client-options.ts'
import type { ClientSettings } from './members/client-settings.ts'
import { clientGroupArguments } from './members/group.ts'
import { clientGroupType, clientGroupValue, type GroupTexts } from './members/group-text.ts'
import { clientMemberLines, clientMemberView, clientOperationView } from './members/operation-views.ts'
import { clientSchemes } from './members/security-schemes.ts'

const group = importedValue('operationGroup', IMPORTED_MODULES.client)
const omit = globalType('Omit')

/** `client.ts`: one function for each operation, and one object that groups them by tag. */
export function emitClient(model: Model, file: GeneratedFile, settings: ClientSettings): string {
  const { definitions } = model.descriptor
  const names = clientExports(model, settings.factory)
  const declared = {
    factory: file.declare(names.factory),
    securitySchemes: file.declare(names.securitySchemes),
    Credentials: file.declare(names.credentials),
    Api: file.declare(names.api),
  }
  const servers =
    names.servers === undefined
      ? []
      : [{ name: file.declare(names.servers), list: literalCode(model.servers) }]
  const functions = model.operations.map((operation) => ({
    operation,
    name: file.declare(names.operation(operation)),
  }))
  const client = file.local('client')
  const members = clientMembers(model)
  const texts = groupTexts({ client, definitions, settings })
  return file.print('client', {
    ...declared,
    servers,
    ...clientOptionsView(declared.Credentials, {
      options: file.local('options'),
      model,
      middlewares: settings.middlewares,
    }),
    client,
    create: importedValue('createClient', IMPORTED_MODULES.client),
    Client: importedType('Client', IMPORTED_MODULES.client),
    Credential: importedType('Credential', IMPORTED_MODULES.client),
    operations: functions.map(({ operation, name }) =>
      clientOperationView(operation, { name, model, settings }),
    ),
    runtime: stringLiteralCode(RANGE),
    schemesProperty: propertyCode('securitySchemes', declared.securitySchemes),
    schemes: clientSchemes(model.descriptor),
    apiDoc: docComment([
      `The client that {@link ${declared.factory}} creates, with the document's operations by tag.`,
    ]),
    clientMember: identifierCode(members.client),
    clientProperty: propertyCode(members.client, client),
    groups: members.groups.map((one) => ({
      doc: docComment([one.doc], 2),
      name: identifierCode(one.name),
      type: clientGroupType(one, texts, 2),
      value: clientGroupValue(one, texts, {
        indent: 4,
        type: sourceCode`${declared.Api}[${stringLiteralCode(one.name)}]`,
      }),
    })),
    ungrouped: ungroupedView(members, { Api: declared.Api, definitions, settings }),
    factoryDoc: docComment([
      `A client for ${model.title}, with its operations grouped by tag.`,
      model.description,
    ]),
  })
}

/** The operations without a tag, which belong to the client itself; empty if there are none. */
function ungroupedView(
  { client, groups, untagged }: ReturnType<typeof clientMembers>,
  {
    Api,
    definitions,
    settings,
  }: {
    readonly Api: Code
    readonly definitions: Model['descriptor']['definitions']
    readonly settings: ClientSettings
  },
) {
  if (untagged.length === 0) return []
  // The operations' type, `Api` without the client and the groups, is printed, because TypeScript cannot
  // infer it.
  const named = [client, ...groups.map(({ name }) => name)]
  const lines = clientGroupArguments(untagged, { definitions, formats: settings.formats, indent: 4 })
  const operations = untagged.map((member) => clientMemberView(member, { settings, indent: 2 }))
  return [
    {
      group,
      type: sourceCode`${omit}<${Api}, ${joinCode(named.map(stringLiteralCode), ' | ')}>`,
      lines,
      operations,
    },
  ]
}

function groupTexts({
  client,
  definitions,
  settings,
}: {
  readonly client: Code
  readonly definitions: Model['descriptor']['definitions']
  readonly settings: ClientSettings
}): GroupTexts {
  const { formats } = settings
  return {
    type: ({ members }, indent) => ({
      members: members.map((member) =>
        clientMemberLines(clientMemberView(member, { settings, indent }), indent),
      ),
    }),
    value: ({ members }, { indent, type }) => {
      const lines = clientGroupArguments(members, { definitions, formats, indent })
      return sourceCode`${group}${type === undefined ? sourceCode`` : sourceCode`<${type}>`}(${client}, ${lines})`
    },
  }
}
