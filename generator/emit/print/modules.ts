import { type Code, symbolCode } from './code.ts'

/**
 * Modules that generated code imports. Those of the output are relative to its root, without an extension:
 * "./types/pets".
 */
export const IMPORTED_MODULES = {
  client: '@concordat/runtime/client',
  clientSchemas: '@concordat/runtime/client/schemas',
  openapiFetch: '@concordat/runtime/openapi-fetch',
  http: '@concordat/runtime/http',
  json: '@concordat/runtime/json',
  formats: '@concordat/runtime/formats',
  server: '@concordat/runtime/server',
  contract: '@concordat/contract',
  query: '@concordat/runtime/query',
  swr: '@concordat/runtime/swr',
  schema: '@concordat/runtime/schema',
  vocabulary: '@concordat/runtime/vocabulary',
  mock: '@concordat/mock',
  msw: 'msw',
  testing: 'vitest',
  valibot: 'valibot',
  zod: 'zod',
} as const

/** A class, function or constant exported by a module. */
export function importedValue(name: string, from: string): Code {
  return symbolCode({ kind: 'import', name, from, imports: 'value' })
}

/** A module's default export, imported under a name that we choose. */
export function importedDefault(name: string, from: string): Code {
  return symbolCode({ kind: 'import', name, from, imports: 'default' })
}

/** A type exported by a module. */
export function importedType(name: string, from: string): Code {
  return symbolCode({ kind: 'import', name, from, imports: 'type' })
}

/** All types of a module, as a namespace. */
export function importedTypes(name: string, from: string): Code {
  return symbolCode({ kind: 'import', name, from, imports: 'all types' })
}

/** A global TypeScript type. */
export function globalType(name: string): Code {
  return symbolCode({ kind: 'global', name })
}

/** A global JavaScript value. */
export function globalValue(name: string): Code {
  return symbolCode({ kind: 'global', name })
}

/** Type of a schema, or of an operation's request or response. */
export function declaredType(name: string): Code {
  return symbolCode({ kind: 'declared', name })
}
