/** A module's exports, found in its source text. */
export interface ModuleExports {
  readonly names: ReadonlySet<string>
  /** The keys of an exported object named `jobs`. */
  readonly jobs: ReadonlySet<string>
}

/** Matches each comment and string, even if it is unterminated, so that no quote is examined twice. */
const opaque =
  /\/\*[\s\S]*?(?:\*\/|$)|\/\/[^\n]*|'(?:\\.|[^'\\\n])*'?|"(?:\\.|[^"\\\n])*"?|`(?:\\[\s\S]|[^`\\])*`?/g

const declarations = [
  /\bexport (?:declare )?(?:async )?function ?\*? ?([\w$]+)/g,
  /\bexport (?:const|let|var|class) ([\w$]+)/g,
  /\bexports ?\. ?([\w$]+) ?=(?!=)/g,
]
const exportLists = /\bexport ?\{([^{}]*)\}/g
/**
 * The text before an object that contains exports, or before the name of such an object: in CommonJS, in the
 * default export, and in esbuild's output for either.
 */
const wholeObjects = [
  /\bmodule ?\. ?exports ?= ?(?=\{|[\w$])/g,
  /\bexports ?\. ?default ?= ?(?=\{|[\w$])/g,
  /\bexport default (?=\{|[\w$])/g,
  /\b__export ?\( ?[\w$]+ ?, ?(?=\{)/g,
]

/**
 * Finds the exports of an ECMAScript, TypeScript or CommonJS module from its source text, without running
 * untrusted code. Every pattern takes linear time, because the text is untrusted too. Re-exports of whole
 * modules (`export *`) are not found.
 */
export function pluginExports(source: string): ModuleExports {
  const code = source.replace(opaque, (text) => (text.startsWith('/') ? ' ' : '""')).replace(/\s+/g, ' ')
  const declared = declarations.flatMap((pattern) => [...code.matchAll(pattern)].map(([, name = '']) => name))
  const listed = [...code.matchAll(exportLists)].flatMap(([, list = '']) => list.split(',').map(exportedAs))
  const variables = new Map(placesAfter(code, objectVariables).map(({ at, name }) => [name, at]))

  /**
   * Start of the object literal at a position or, if a name is at that position, of the object literal
   * assigned to the name.
   */
  function objectAt(at: number): number | undefined {
    if (code.charAt(at) === '{') return at
    return variables.get(/^[\w$]+/.exec(code.slice(at, at + longestName))?.[0] ?? '')
  }

  const whole = wholeObjects.flatMap((pattern) => placesAfter(code, pattern)).slice(0, mostObjects)
  const members = whole.flatMap(({ at }) => membersOf(code, objectAt(at)))
  const names = new Set([...declared, ...listed, ...members.map(({ key }) => key)])
  const jobs = [
    ...members.filter(({ key }) => key === 'jobs').map(({ value }) => objectAt(value)),
    ...placesAfter(code, exportedJobs).map(({ at }) => objectAt(at)),
    names.has('jobs') ? variables.get('jobs') : undefined,
  ].slice(0, mostObjects)
  return { names, jobs: new Set(jobs.flatMap((at) => membersOf(code, at).map(({ key }) => key))) }
}

const exportedJobs = /\bexports ?\. ?jobs ?= ?(?=\{)/g
const objectVariables = /\b(?:const|let|var) ([\w$]+) ?(?::[^={]{0,200})?= ?(?=\{)/g

/**
 * Maximum number of objects to search. It limits the work, because each object is read to its end, which can
 * be missing in untrusted text.
 */
const mostObjects = 4
const longestName = 200

/** The end of each match of a pattern, and the name in the match. */
function placesAfter(code: string, pattern: RegExp): { readonly at: number; readonly name: string }[] {
  return [...code.matchAll(pattern)].map(({ index, 0: text, 1: name = '' }) => ({
    at: index + text.length,
    name,
  }))
}

/** The exported name in `local as exported` or `name`; empty for a type. */
function exportedAs(item: string): string {
  const words = item.trim().split(' ')
  return words[0] === 'type' ? '' : (words.at(-1) ?? '')
}

/** A key in an object literal, and the position at which its value begins. */
interface Member {
  readonly key: string
  readonly value: number
}

/** The members of the object literal that starts at a position. */
function membersOf(code: string, start: number | undefined): Member[] {
  const members: Member[] = []
  let depth = 0
  brackets.lastIndex = start ?? code.length
  for (let found = brackets.exec(code); found !== null; found = brackets.exec(code)) {
    const { 0: mark, index } = found
    if (mark === '{' || mark === '[' || mark === '(') depth += 1
    else if (mark !== ',') depth -= 1
    if (depth === 0) break
    if (depth > 1 || (mark !== '{' && mark !== ',')) continue
    const [whole = '', key] = memberStart.exec(code.slice(index + 1, index + longestName)) ?? []
    if (key !== undefined) members.push({ key, value: index + 1 + whole.length })
  }
  return members
}

const brackets = /[{[(,)\]}]/g

/**
 * Matches `key`, `key: value`, `async key() {}`, and `key: () => value`, which is how esbuild lists a
 * module's exports.
 */
const memberStart = /^ ?(?:async )?\*? ?([\w$]+) ?(?:: ?(?:\(\) ?=> ?)?)?/
