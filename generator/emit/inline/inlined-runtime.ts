import { posix } from 'node:path'
import { GENERATED_MARK } from '../header.ts'
import { type Code, LINE_LENGTH } from '../print/code.ts'
import type { ImportExtension } from '../print/import-statements.ts'
import { NAMES_BY_HAND } from './by-hand.ts'
import { isModuleLink, type ModuleBinding, type ModuleLink } from './module-parts.ts'
import { ALL_EXPORTS, ReachedDeclarations, type ReachedModule } from './reached.ts'
import { runtimeLicence, runtimeSource } from './runtime-sources.ts'

const PACKAGE = '@concordat/runtime'
/** Folder in the output. */
const FOLDER = 'runtime'
/**
 * The module that imports an engine for patterns. It is replaced with `WITHOUT_ENGINE` if no pattern needs
 * the engine.
 */
export const ENGINE_MODULE = 'schema/pattern/linear-regexp.ts'
/** TypeScript library that the copies need, regardless of the project's settings. */
const LANGUAGE = '/// <reference lib="es2024" />'
const WITHOUT_ENGINE = `import { NotLinear } from './machine.ts'

/** No pattern in the document needs a separate engine, so none is copied. */
export function compileLinear(_: string): { test(text: string): boolean } {
  throw new NotLinear('too-large')
}
`

interface RuntimeManifest {
  readonly exports: Readonly<Record<string, string>>
  readonly imports: Readonly<Record<string, string>>
}

export interface InliningOptions {
  /** Start of every generated file. */
  readonly header: Code
  readonly importExtension: ImportExtension
  /** True if the copies import an engine for patterns that other engines cannot match in linear time. */
  readonly hasEngine: boolean
}

/** The runtime declarations that generated code uses, copied as modules of the output. */
export class InlinedRuntime {
  readonly #options: InliningOptions
  readonly #manifest: RuntimeManifest = JSON.parse(runtimeSource('package.json'))
  readonly #reached: ReachedDeclarations
  /** Modules that generated code imports. */
  readonly #entries = new Set<string>()

  constructor(options: InliningOptions) {
    this.#options = options
    this.#reached = new ReachedDeclarations((path) =>
      path === ENGINE_MODULE && !options.hasEngine ? WITHOUT_ENGINE : runtimeSource(path),
    )
  }

  /**
   * The output's module, without extension, for a name from one of the package's modules; `undefined` for
   * other packages.
   */
  moduleOf(from: string, name: string): string | undefined {
    if (!from.startsWith(`${PACKAGE}/`)) return undefined
    const entry = `.${from.slice(PACKAGE.length)}`
    for (const [other, names] of Object.entries(NAMES_BY_HAND[entry] ?? {}))
      for (const one of names) this.#reach(other, one)
    return `./${FOLDER}/${this.#reach(entry, name).replace(/\.ts$/, '')}`
  }

  /** All copied files and the licence. */
  get files(): Readonly<Record<string, string>> {
    const { modules } = this.#reached
    if (modules.length === 0) return {}
    return {
      [`${FOLDER}/LICENSE`]: `${GENERATED_MARK}: the modules in this folder are copied from ${PACKAGE}, whose licence follows.\n\n${runtimeLicence()}`,
      ...Object.fromEntries(modules.map((module) => [`${FOLDER}/${module.path}`, this.#textOf(module)])),
    }
  }

  #reach(entry: string, name: string): string {
    const file = this.#manifest.exports[entry]
    const path = file === undefined ? undefined : posix.normalize(file)
    if (path === undefined || !this.#reached.reach(path, name))
      throw new Error(`${PACKAGE}${entry.slice(1)} does not export "${name}".`)
    this.#entries.add(path)
    return path
  }

  #textOf({ path, parts }: ReachedModule): string {
    const links = parts.filter(isModuleLink).map((link) => this.#linkText(link))
    const statements = parts.flatMap((part) => (isModuleLink(part) ? [] : [part.text]))
    const header = this.#options.header.toString()
    const blocks = [
      this.#entries.has(path) ? `${header}\n${LANGUAGE}` : header,
      links.join('\n'),
      ...statements,
    ]
    return `${blocks.filter((block) => block !== '').join('\n\n')}\n`
  }

  #linkText({ kind, bindings, from, isType }: ModuleLink): string {
    const end = ` from '${this.#specifier(from)}'`
    const areTypes = isType || (bindings.length > 0 && bindings.every((binding) => binding.isType))
    const start = `${kind}${areTypes ? ' type' : ''} `
    if (bindings.length === 0) return `${start}*${end}`
    const names = bindings.map((binding) => bindingText(binding, areTypes))
    const [whole] = bindings
    if (whole?.name === ALL_EXPORTS) return `${start}* as ${whole.local}${end}`
    const line = `${start}{ ${names.join(', ')} }${end}`
    return line.length <= LINE_LENGTH
      ? line
      : `${start}{\n${names.map((name) => `  ${name},\n`).join('')}}${end}`
  }

  #specifier(from: string): string {
    if (from.startsWith('.')) return from.replace(/\.ts$/, this.#options.importExtension)
    return this.#manifest.imports[from] ?? from
  }
}

function bindingText({ local, name, isType }: ModuleBinding, areTypes: boolean): string {
  const text = local === name ? name : `${name} as ${local}`
  return isType && !areTypes ? `type ${text}` : text
}
