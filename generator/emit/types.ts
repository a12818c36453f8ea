import type { Model } from '../model/model.ts'
import type { FormatPlan } from './formats/format-plan.ts'
import { sourceCode } from './print/code.ts'
import type { GeneratedFile, TypeHomes } from './print/generated-file.ts'
import type { TagFiles } from './split/tag-files.ts'
import { typeHomes } from './split/type-homes.ts'
import { type DeclaredType, declaredTypes } from './types/declared-types.ts'
import { openSchemas } from './types/open-schemas.ts'
import { openTypes } from './types/open-types.ts'

type Files = ReadonlyMap<string, string>

interface TypesOptions {
  readonly formats: FormatPlan
  /**
   * Form of schemas that list their values; `open` is a union that, in responses, includes any other value.
   */
  readonly enums: 'unions' | 'objects' | 'open'
  /** True if optional properties can also be `undefined`. */
  readonly allowUndefined: boolean
  /** The tags' files, if the outputs are split. */
  readonly tagFiles: TagFiles | undefined
}

/** The type files by path, and the module of each type. */
export interface EmittedTypes {
  readonly files: Files
  readonly homes: TypeHomes
  /** The module of each type for data that a client reads, in which enums can be open. */
  readonly answers: TypeHomes
}

/**
 * Prints `types.ts`, with one flat name for each schema and for each operation's request and response, and,
 * for open enums, `answers.ts` with the types that differ when a client reads them. If the outputs are split,
 * both files re-export these names from files in their folders.
 */
export function emitTypes(
  model: Model,
  file: (path: string) => GeneratedFile,
  { formats, enums, allowUndefined, tagFiles }: TypesOptions,
): EmittedTypes {
  const choices = { formats, allowUndefined, enums: enums === 'objects' ? enums : 'unions' } as const
  const types = declaredTypes(model, { ...choices, isOpen: () => false })
  const homes =
    tagFiles === undefined
      ? new Map(types.map(({ name }) => [name, './types']))
      : typeHomes(types, { model, tagFiles })
  const closed = typesFiles(types, { root: './types', homes, file })
  if (enums !== 'open') return { files: closed, homes, answers: homes }
  const isOpen = openSchemas(model)
  const open = openTypes(types, declaredTypes(model, { ...choices, isOpen }), model)
  const own = open.map(({ name }) => [name, homes.get(name)?.replace('./types', './answers') ?? ''] as const)
  const answers = new Map([...homes, ...own])
  return {
    files: new Map([...closed, ...typesFiles(open, { root: './answers', homes: answers, file })]),
    homes,
    answers,
  }
}

interface FilesContext {
  /** Module that exports all of these types. */
  readonly root: string
  readonly homes: TypeHomes
  readonly file: (path: string) => GeneratedFile
}

function typesFiles(types: readonly DeclaredType[], { root, homes, file }: FilesContext): Files {
  const modules = Map.groupBy(types, ({ name }) => homes.get(name) ?? root)
  const printed = [...modules].map(([module, own]): [string, string] => {
    const one = file(`${module.slice(2)}.ts`)
    for (const { name } of own) one.declare(name)
    return [one.path, one.print('types', { types: own.map(({ view }) => view) }, homes)]
  })
  const whole = file(`${root.slice(2)}.ts`)
  if (modules.size === 0) return new Map([[whole.path, whole.print('types', { types: [] })]])
  return modules.has(root) ? new Map(printed) : new Map([allTypes(modules, whole), ...printed])
}

/** Module from which users import: it re-exports the names of all modules. */
function allTypes(
  modules: ReadonlyMap<string, readonly DeclaredType[]>,
  file: GeneratedFile,
): [path: string, text: string] {
  const exports = [...modules]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([module, types]) => ({
      what: types.some(({ isValue }) => isValue) ? sourceCode`*` : sourceCode`type *`,
      from: file.specifier(module),
    }))
  return [file.path, file.print('exports', { exports })]
}
