/** What a module's text exports. */
export interface ModuleExports {
  readonly names: ReadonlySet<string>
  /** The keys of an exported object `jobs`. */
  readonly jobs: ReadonlySet<string>
}

/** Each comment and text, also one that never ends, so that no quote is looked at twice. */
const opaque =
  /\/\*[\s\S]*?(?:\*\/|$)|\/\/[^\n]*|'(?:\\.|[^'\\\n])*'?|"(?:\\.|[^"\\\n])*"?|`(?:\\[\s\S]|[^`\\])*`?/g

const declarations = [
  /\bexport (?:declare )?(?:async )?function ?\*? ?([\w$]+)/g,
  /\bexport (?:const|let|var|class) ([\w$]+)/g,
  /\bexports ?\. ?([\w$]+) ?=(?!=)/g,
]
const exportLists = /\bexport ?\{([^{}]*)\}/g
const assignedObject = /\bmodule ?\. ?exports ?= ?(?=\{)/g
const jobsObject = /\b(?:export (?:const|let|var) jobs|exports ?\. ?jobs) ?(?::[^={]{0,200})?= ?(?=\{)/g

/**
 * Finds the exports of an ECMAScript, TypeScript or CommonJS module by its text: code of strangers is not run to find
 * out what it does. Every pattern is linear in the text, which strangers write as well. Exports of other modules that
 * are passed on whole (`export *`) are not seen.
 */
export function exportsOf(source: string): ModuleExports {
  const code = source.replace(opaque, (text) => (text.startsWith('/') ? ' ' : '""')).replace(/\s+/g, ' ')
  const declared = declarations.flatMap((pattern) => [...code.matchAll(pattern)].map(([, name = '']) => name))
  const listed = [...code.matchAll(exportLists)].flatMap(([, list = '']) => list.split(',').map(exportedAs))
  return {
    names: new Set([...declared, ...listed, ...keysAfter(code, assignedObject)]),
    jobs: new Set(keysAfter(code, jobsObject)),
  }
}

/** `local as exported`, or `name`; nothing for a type. */
function exportedAs(item: string): string {
  const words = item.trim().split(' ')
  return words[0] === 'type' ? '' : (words.at(-1) ?? '')
}

function keysAfter(code: string, pattern: RegExp): string[] {
  const [found] = code.matchAll(pattern)
  return found === undefined ? [] : keysOf(code, found.index + found[0].length)
}

/** The keys of the object literal that begins at a place. */
function keysOf(code: string, start: number): string[] {
  const keys: string[] = []
  let depth = 0
  for (let at = start; at < code.length; at += 1) {
    const character = code.charAt(at)
    if ('{[('.includes(character)) depth += 1
    if ('}])'.includes(character)) depth -= 1
    if (depth === 0) break
    if (depth === 1 && (character === '{' || character === ',')) {
      const [, key] = /^ ?(?:async )?\*? ?([\w$]+)/.exec(code.slice(at + 1, at + 200)) ?? []
      if (key !== undefined) keys.push(key)
    }
  }
  return keys
}
