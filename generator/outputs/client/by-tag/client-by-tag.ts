import { RANGE } from '@concordat/runtime/http'
import {
  type Code,
  identifierCode,
  literalCode,
  propertyCode,
  sourceCode,
  stringLiteralCode,
} from '../../../emit/print/code.ts'
import { docComment } from '../../../emit/print/comment.ts'
import type { GeneratedFile } from '../../../emit/print/generated-file.ts'
import { IMPORTED_MODULES, importedType, importedValue } from '../../../emit/print/modules.ts'
import type { TakenNames } from '../../../emit/print/taken-names.ts'
import { BESIDE_TAGS, clientModuleOfTag, type TagFiles } from '../../../emit/split/tag-files.ts'
import type { Model, Tag } from '../../../model/model.ts'
import { reachableDefinitions } from '../../../model/schema/references.ts'
import { type ClientExports, clientExports } from '../members/client-exports.ts'
import { type ClientGroup, clientMembers } from '../members/client-groups.ts'
import { clientOptionsView } from '../members/client-options.ts'
import type { ClientSettings } from '../members/client-settings.ts'
import { clientGroupType, clientGroupValue, type GroupTexts } from '../members/group-text.ts'
import { clientSchemes } from '../members/security-schemes.ts'
import { type ExportedGroup, emitTagFile } from './tag-file.ts'

type Files = ReadonlyMap<string, string>

const SCHEMES = clientModuleOfTag(BESIDE_TAGS.securitySchemes)

/**
 * Prints a client in several files: for each tag, a file with its operations' functions and its group; a file
 * for credentials and servers; and `client.ts`, which re-exports the others. A program that uses few
 * operations can import only the files that it needs.
 */
export function emitClientByTag(
  model: Model,
  file: (path: string) => GeneratedFile,
  { tagFiles, ...settings }: ClientSettings & { readonly tagFiles: TagFiles },
): Files {
  const names = clientExports(model, settings.factory)
  const { taken } = names
  const groups = exportedGroups(model, { taken, tagFiles })
  const tags = [...tagFiles].map(([tag, name]) => {
    const module = clientModuleOfTag(name)
    const own = file(`${module.slice(2)}.ts`)
    const text = emitTagFile(own, {
      model,
      settings,
      functions: tag.operations.map((operation) => ({ operation, name: names.operation(operation) })),
      groups: groups.filter((group) => group.module === module),
    })
    return { module, path: own.path, text }
  })
  const whole = file('client.ts')
  const schemes = file(`${SCHEMES.slice(2)}.ts`)
  const modules = [SCHEMES, ...tags.map(({ module }) => module)]
  return new Map([
    [whole.path, clientFile(whole, { model, settings, names, groups, modules })],
    [schemes.path, schemesFile(schemes, { model, names })],
    ...tags.map(({ path, text }) => [path, text] as const),
  ])
}

/**
 * Exports of the groups that have operations of their own, followed by an export of the members outside
 * groups, if there are any.
 */
function exportedGroups(
  model: Model,
  { taken, tagFiles }: { readonly taken: TakenNames; readonly tagFiles: TagFiles },
): ExportedGroup[] {
  const { groups, untagged } = clientMembers(model)
  const exported = (tag: Tag, { name, doc, members }: Pick<ClientGroup, 'name' | 'doc' | 'members'>) => ({
    module: clientModuleOfTag(tagFiles.get(tag) ?? ''),
    doc,
    members,
    type: taken.declare(exportedName(name, 'Api')),
    make: taken.declare(exportedName(name, 'api')),
  })
  const all = reachableDefinitions(groups, (group) => group.groups)
  const named = [...all].flatMap((group) =>
    group.tag === undefined ? [] : [{ ...exported(group.tag, group), group }],
  )
  const [first] = untagged
  const home = model.tags.find(({ operations }) => operations.some((one) => one === first?.operation))
  if (home === undefined) return named
  const doc = 'The operations without a tag.'
  return [...named, exported(home, { name: 'untagged', doc, members: untagged })]
}

/**
 * Name under which a group is exported: "PetsApi" or "petsApi" for "pets", and "Api1Click" or "api1Click" for
 * "_1Click".
 */
function exportedName(group: string, begin: 'Api' | 'api'): string {
  if (group.startsWith('_')) return `${begin}${group.slice(1)}`
  const name = begin === 'Api' ? group.charAt(0).toUpperCase() + group.slice(1) : group
  return `${name}Api`
}

interface WholeContext {
  readonly model: Model
  readonly settings: ClientSettings
  readonly names: ClientExports
  readonly groups: readonly ExportedGroup[]
  /** All modules that export parts of the client. */
  readonly modules: readonly string[]
}

/** `client.ts`: re-exports the other files and declares the object that contains all groups. */
function clientFile(file: GeneratedFile, { model, settings, names, groups, modules }: WholeContext): string {
  const [factory, Api] = [file.declare(names.factory), file.declare(names.api)]
  const [client, options] = [file.local('client'), file.local('options')]
  const members = clientMembers(model)
  const byTag = new Map(groups.flatMap((one) => (one.group?.tag ? [[one.group.tag, one]] : [])))
  const exportOf = ({ tag }: ClientGroup): ExportedGroup => {
    const found = tag && byTag.get(tag)
    if (found === undefined) throw new Error('A group without operations has no file.')
    return found
  }
  const texts: GroupTexts = {
    type: (group) => ({ name: importedType(exportOf(group).type, exportOf(group).module) }),
    value: (group) => sourceCode`${importedValue(exportOf(group).make, exportOf(group).module)}(${client})`,
  }
  const beside = groups.filter(({ group }) => group === undefined)
  return file.print('client-by-tag', {
    factory,
    Api,
    exports: modules.map((module) => ({ what: sourceCode`*`, from: file.specifier(module) })),
    client,
    create: importedValue('createClient', IMPORTED_MODULES.client),
    Client: importedType('Client', IMPORTED_MODULES.client),
    ...clientOptionsView(importedType(names.credentials, SCHEMES), {
      options,
      model,
      middlewares: settings.middlewares,
    }),
    runtime: stringLiteralCode(RANGE),
    schemesProperty: sourceCode`securitySchemes: ${importedValue(names.securitySchemes, SCHEMES)}`,
    apiDoc: docComment([
      `The client that {@link ${names.factory}} creates, with the document's operations by tag.`,
    ]),
    clientMember: identifierCode(members.client),
    clientProperty: propertyCode(members.client, client),
    parents: beside.map(({ type, module }) => ({ type: importedType(type, module) })),
    groups: members.groups.map((group) => ({
      doc: docComment([group.doc], 2),
      name: identifierCode(group.name),
      type: clientGroupType(group, texts, 2),
      value: clientGroupValue(group, texts, {
        indent: 4,
        type: sourceCode`${Api}[${stringLiteralCode(group.name)}]`,
      }),
    })),
    ungrouped: beside.map(({ make, module }) => ({ make: importedValue(make, module) })),
    factoryDoc: docComment([
      `A client for ${model.title}, with its operations grouped by tag.`,
      model.description,
    ]),
  })
}

/** The file with the client's credentials and servers. */
function schemesFile(
  file: GeneratedFile,
  { model, names }: { readonly model: Model; readonly names: ClientExports },
): string {
  const servers: { name: Code; list: Code }[] =
    names.servers === undefined
      ? []
      : [{ name: file.declare(names.servers), list: literalCode(model.servers) }]
  return file.print('security-schemes', {
    securitySchemes: file.declare(names.securitySchemes),
    Credentials: file.declare(names.credentials),
    Credential: importedType('Credential', IMPORTED_MODULES.client),
    schemes: clientSchemes(model.descriptor),
    servers,
  })
}
