/** A name that a module imports or re-exports. */
export interface ModuleBinding {
  /** Name in this module, or in its exports. */
  readonly local: string
  /** Name in the other module; "*" for the module as an object. */
  readonly name: string
  readonly isType: boolean
}

/** `import … from` or `export … from`. Without bindings: `export * from` or `export type * from`. */
export interface ModuleLink {
  readonly kind: 'import' | 'export'
  readonly bindings: readonly ModuleBinding[]
  readonly isType: boolean
  readonly from: string
}

/** A declaration with its preceding comment, or another statement. */
export interface ModuleStatement {
  readonly declares: string | undefined
  /** Words in the statement that could be names in the module. */
  readonly words: ReadonlySet<string>
  readonly text: string
}

/** A top-level part of a module. */
export type ModulePart = ModuleLink | ModuleStatement

export function isModuleLink(part: ModulePart): part is ModuleLink {
  return 'from' in part
}

/** Matches lines that continue a statement. */
const GOES_ON = /^(?:[\s})\]>]|$)/
const COMMENT = /^(?:\/\/|\/\*\*| \*)/
const LINK = /^(import|export)( type)? (?:\*(?: as (\w+))?|\{([^}]*)\}) from '([^']+)'$/
const DECLARATION =
  /^(?:export )?(?:declare )?(?:abstract )?(?:async )?(?:function\*?|class|interface|type|const|let) (\w+)/

/**
 * Splits a module that is formatted like the runtime. A line without indentation starts a new part, unless it
 * closes a bracket.
 */
export function modulePartsOf(text: string): readonly ModulePart[] {
  const parts: string[][] = []
  let isOpen = false
  for (const line of text.trimEnd().split('\n')) {
    const isComment = COMMENT.test(line)
    const current = parts.at(-1)
    if (current !== undefined && (isOpen || GOES_ON.test(line))) current.push(line)
    else parts.push([line])
    // A comment belongs to the lines that follow it.
    isOpen = isComment || (isOpen && GOES_ON.test(line) && !line.endsWith('*/'))
  }
  return parts.map((lines) => partOf(lines.join('\n').trimEnd()))
}

function partOf(text: string): ModulePart {
  const code = codeOf(text)
  const [, kind, type, whole, names, from] = LINK.exec(code.replaceAll(/\s+/g, ' ').trim()) ?? []
  if ((kind === 'import' || kind === 'export') && from !== undefined) {
    const isType = type !== undefined
    const bindings =
      whole === undefined ? bindingsOf(names ?? '', isType) : [{ local: whole, name: '*', isType }]
    return { kind, bindings, isType, from }
  }
  return { declares: DECLARATION.exec(code.trim())?.[1], words: wordsOf(code), text }
}

function bindingsOf(names: string, isType: boolean): readonly ModuleBinding[] {
  return names
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
    .map((text) => {
      const [name = '', local = name] = text.replace(/^type /, '').split(' as ')
      return { local, name, isType: isType || text.startsWith('type ') }
    })
}

/** Removes the comments from code. */
function codeOf(text: string): string {
  return text
    .split('\n')
    .filter((line) => !/^\s*(?:\/\/|\/\*\*|\*)/.test(line))
    .join('\n')
}

/**
 * Matches a word, unless the adjacent characters show that it is a property (`.name`), a private name
 * (`#name`) or a key (`name:`, `name?:`).
 */
const WORD = /(?<![\w$#]|(?<!\.)\.|(?<!\bcase )(?=[\w$]+\??:))[A-Za-z_$][\w$]*(?![\w$])/g

/** Words in code, outside string literals. */
function wordsOf(code: string): ReadonlySet<string> {
  const words = code.replaceAll(/'(?:[^'\\\n]|\\.)*'/g, "''").match(WORD)
  return new Set(words)
}
