import { wordsOfName } from '@concordat/contract/lexicon'
import { isReservedInCode } from './identifier.ts'

function startSafely(name: string): string {
  return /^\p{ID_Start}/u.test(name) ? name : `_${name}`
}

/** A PascalCase identifier: "content-directory" → "ContentDirectory". The empty string becomes "Unnamed". */
export function pascalCase(text: string): string {
  const name = wordsOfName(text)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')
  return name === '' ? 'Unnamed' : startSafely(name)
}

/** A word in the form that starts a camelCase identifier: "Pets" → "pets", "URL" → "url", "IPs" → "ips". */
export function beginSmallInCode(word: string): string {
  const isAcronym = /^\p{Lu}+s?$/u.test(word)
  return isAcronym ? word.toLowerCase() : word.charAt(0).toLowerCase() + word.slice(1)
}

/**
 * A camelCase identifier: "list-pets" → "listPets". It can be a reserved word, so it is suitable only as a
 * property name.
 */
export function camelCase(text: string): string {
  const [first = 'unnamed', ...rest] = wordsOfName(text)
  return startSafely(
    beginSmallInCode(first) + rest.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(''),
  )
}

/** A camelCase identifier that a module can declare: "delete" → "delete_". */
export function declarableCamelCase(text: string): string {
  const name = camelCase(text)
  return isReservedInCode(name) ? `${name}_` : name
}

/** Device names, which Windows reserves with any extension. */
const DEVICE = /^(con|prn|aux|nul|com\d|lpt\d)$/

/** A kebab-case ASCII file name: "Pipeline Destinations" → "pipeline-destinations". */
export function fileNameInKebabCase(text: string): string {
  const name = wordsOfName(text)
    .map((word) => word.toLowerCase().replace(/[^a-z0-9]+/g, ''))
    .filter((word) => word !== '')
    .join('-')
  if (name === '') return 'default'
  return DEVICE.test(name) ? `${name}-` : name
}

/** Makes names unique. A name that is already in use gets the first free number, in call order. */
export class TakenNames {
  readonly #taken = new Set<string>()

  has(name: string): boolean {
    return this.#taken.has(name)
  }

  unique(wanted: string): string {
    let name = wanted
    for (let number = 2; this.#taken.has(name); number++) name = `${wanted}${number}`
    this.#taken.add(name)
    return name
  }
}
