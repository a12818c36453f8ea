import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '..')

/**
 * The interfaces that declare the options of a table in a page. A later one
 * overrides members of those before it.
 */
export const DECLARED = {
  createClient: ['runtime/client/call/call.ts', 'ClientOptions', 'DefaultedClientOptions'],
  call: ['runtime/client/call/call.ts', 'CallOptions'],
  createApp: ['runtime/server/options/app-options.ts', 'CommonOptions', 'TenantOptions'],
  cors: ['runtime/server/routing/cors.ts', 'CommonCorsOptions', 'CorsForSome'],
  serve: ['runtime/server/node.ts', 'ServeOptions'],
} as const satisfies Readonly<Record<string, readonly [file: string, ...types: string[]]>>

export type DeclaredName = keyof typeof DECLARED

/** A table of the members of an interface, each with its doc comment. */
export function printOptions(name: DeclaredName): string {
  const rows = membersOf(name).map(({ member, means, fallback }) => [`\`${member}\``, means, fallback ?? ''])
  const head = ['option', 'meaning', 'default']
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

interface DeclaredOption {
  readonly member: string
  readonly means: string
  /** The sentence of the doc comment that begins with "Default:", without that word. */
  readonly fallback?: string | undefined
}

function membersOf(name: DeclaredName): readonly DeclaredOption[] {
  const [file, ...types] = DECLARED[name]
  const source = readFileSync(join(root, file), 'utf8')
  const members = types.flatMap((type) => {
    const [, body = ''] = new RegExp(`interface ${type}\\b[^{]*\\{\\n([\\s\\S]*?)\\n\\}`).exec(source) ?? []
    return [...body.matchAll(/(?:\/\*\*([\s\S]*?)\*\/\s+)?readonly (\w+)(\??):/g)].map(optionOf)
  })
  return [...new Map(members.map((option) => [option.member, option])).values()]
}

function optionOf([, comment = '', member = '', optional = '']: readonly string[]): DeclaredOption {
  const text = comment
    .replace(/^\s*\* ?/gm, ' ')
    .replace(/@see .*/, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
  const [, means = text, fallback] = /^(.*?)\s*(?:Default: (.*?)\.?)?$/.exec(text) ?? []
  return { member, means, fallback: fallback ?? (optional === '' ? 'required' : undefined) }
}

export function isDeclared(name: string): name is DeclaredName {
  return Object.hasOwn(DECLARED, name)
}
