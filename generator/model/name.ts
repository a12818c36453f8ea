const RESERVED_WORDS = new Set(
  `abstract any arguments as async await boolean break case catch class const constructor continue debugger declare default
  delete do else enum eval export extends false finally for from function get if implements import in infer instanceof
  interface is keyof let module namespace never new null number object of package private protected public readonly
  require return set static string super switch symbol this throw true try type typeof undefined unique unknown var
  void while with yield`.split(/\s+/),
)

/**
 * "content-directory" → ["content", "directory"]; "HTTPError2" → ["HTTP", "Error2"]. Characters past U+FFFF separate
 * words: TypeScript and the running engine know different versions of Unicode there.
 */
function words(text: string): string[] {
  return text
    .normalize('NFC')
    .replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .split(/(?:[^\p{ID_Continue}]|[\u{10000}-\u{10FFFF}]|_)+/u)
    .filter((word) => word !== '')
}

function startSafely(name: string): string {
  return /^\p{ID_Start}/u.test(name) ? name : `_${name}`
}

/** A PascalCase identifier: "content-directory" → "ContentDirectory". Empty text gives "Unnamed". */
export function pascalCase(text: string): string {
  const name = words(text)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')
  return name === '' ? 'Unnamed' : startSafely(name)
}

/** A camelCase identifier that is no reserved word: "list-pets" → "listPets", "delete" → "delete_". */
export function camelCase(text: string): string {
  const [first = 'unnamed', ...rest] = words(text)
  const head = /^\p{Lu}+$/u.test(first) ? first.toLowerCase() : first.charAt(0).toLowerCase() + first.slice(1)
  const name = startSafely(head + rest.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(''))
  return RESERVED_WORDS.has(name) ? `${name}_` : name
}

/** A kebab-case ASCII file name: "Pipeline Destinations" → "pipeline-destinations". */
export function kebabCase(text: string): string {
  const name = words(text)
    .map((word) => word.toLowerCase())
    .join('-')
    .replace(/[^a-z0-9-]+/g, '')
  return name === '' ? 'default' : name
}

/** Hands out each name once: a taken one gets the first free number behind it, in the order of asking. */
export class Names {
  readonly #taken: Set<string>

  constructor(reserved: Iterable<string> = []) {
    this.#taken = new Set(reserved)
  }

  unique(wanted: string): string {
    let name = wanted
    for (let number = 2; this.#taken.has(name); number++) name = `${wanted}${number}`
    this.#taken.add(name)
    return name
  }
}
